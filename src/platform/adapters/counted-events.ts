/**
 * The counted events of each kind, in the words of the rooms, such as `qist_payments_total{event="capture"}`. Any
 * other word does not compile, so labels have these values only.
 */
export const countedEvents = {
  /** The transitions of `payments/states.ts`; `create` and `refuse`: a session was opened, and judged. */
  payments: [
    ...[
      'create',
      'refuse',
      'approve',
      'authorize',
      'reject',
      'expire',
      'capture',
      'close',
      'refund',
      'update_reference',
    ],
    ...['open_dispute', 'end_dispute', 'collect', 'fail_return', 'write_off', 'correct', 'erase'],
  ],
  /** The kinds of lines in a dispute's history. */
  disputes: [
    ...[
      'dispute_created',
      'dispute_approved',
      'dispute_in_arbitration',
      'merchant_14d_unresponsive',
      'dispute_canceled',
    ],
    ...['evidence_merchant', 'evidence_customer', 'evidence_merchant_provided', 'evidence_customer_provided'],
    ...['customer_14d_unresponsive', 'dispute_declined', 'dispute_amount_changed', 'dispute_comment_added'],
  ],
  /** The transitions of `charges/states.ts`. */
  charges: ['challenge', 'approve', 'decline', 'write_off', 'rule_out', 'arrive_late', 'void', 'fail_void'],
  returns: ['confirm', 'fail'],
  plans: ['default'],
  messages: ['send', 'give_up'],
  /** The outcome of an attempt. */
  deliveries: ['deliver', 'retry', 'fail'],
  webhooks: ['disable'],
  settlements: ['close'],
  payouts: ['make', 'pay'],
  /** Of people of the back offices: neither live nor test. */
  sign_ins: ['enter', 'fail'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Counted = keyof typeof countedEvents
export type CountedEvent<C extends Counted> = (typeof countedEvents)[C][number]

export const modes = ['live', 'test'] as const

/** Kinds without a mode. */
export const withoutMode: ReadonlySet<Counted> = new Set(['sign_ins'])

/** The queues, such as `qist_queue_oldest_seconds{queue="deliveries"}`. */
export const queues = [
  ...(['deliveries', 'failing_webhooks', 'payments', 'disputes', 'collections', 'charges', 'returns'] as const),
  ...(['messages', 'entries', 'settlements', 'payouts', 'exported_payouts', 'payment_counts'] as const),
  ...(['search_gaps', 'undecided_disputes', 'return_requests', 'voids', 'referrals', 'erasures', 'replays'] as const),
] as const
export type QueueName = (typeof queues)[number]

/** The services that this service calls. */
export type Callee = 'webhook' | 'card_processor' | 'message_gateway' | 'scoring_service'

/** The outcomes of asking the decision port: `qist_decisions_total{outcome="approve"}`. */
export const decisionOutcomes = ['approve', 'decline', 'refer', 'late', 'broken', 'nonsense', 'skipped'] as const
export type DecisionOutcome = (typeof decisionOutcomes)[number]
