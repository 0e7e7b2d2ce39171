/**
 * What happens to each kind of thing, in the words of the rooms: `qist_payments_total{event="capture"}` and so on. Whoever counts another
 * word does not compile, so no label ever holds anything but these.
 */
export const countedEvents = {
  /** The transitions of `payments/states.ts`; `create` and `refuse`: a session was opened, and judged. */
  payments: [
    ...['create', 'refuse', 'authorize', 'reject', 'expire', 'capture', 'close', 'refund', 'update_reference'],
    ...['open_dispute', 'end_dispute', 'collect', 'fail_return', 'write_off'],
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
  /** What became of one attempt. */
  deliveries: ['deliver', 'retry', 'fail'],
  webhooks: ['disable'],
  settlements: ['close'],
  payouts: ['make', 'pay'],
  /** Of people at the dashboard and in support: neither live nor test. */
  sign_ins: ['enter', 'fail'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Counted = keyof typeof countedEvents
export type CountedEvent<C extends Counted> = (typeof countedEvents)[C][number]

export const modes = ['live', 'test'] as const

/** Those that belong to no mode. */
export const withoutMode: ReadonlySet<Counted> = new Set(['sign_ins'])

/** What waits, by queue: `qist_queue_oldest_seconds{queue="deliveries"}`. */
export const queues = [
  ...(['deliveries', 'failing_webhooks', 'payments', 'disputes', 'collections', 'charges', 'returns'] as const),
  ...(['messages', 'entries', 'settlements', 'payouts', 'exported_payouts', 'payment_counts'] as const),
  ...(['search_gaps', 'undecided_disputes', 'return_requests', 'voids'] as const),
] as const
export type QueueName = (typeof queues)[number]

/** Whom the service calls. */
export type Callee = 'webhook' | 'card_processor' | 'message_gateway'
