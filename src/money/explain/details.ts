import type { Currency } from '../../platform/base/markets.ts'
import { formatAmount } from '../../platform/base/money.ts'
import { formatMilliseconds, formatSeconds, type Instant } from '../../platform/base/times.ts'
import { decisionWire } from '../risk/schemas.ts'
import {
  type ChangeKind,
  type ChargeKind,
  type DecisionKind,
  lookUp,
  type ReturnKind,
  type StoryEvent,
  type StoryTable,
} from './event.ts'

/** What a program reads of an event: `what` names its family, `details` its facts (docs/explain.md). */
export interface EventDetails {
  readonly what: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Returns an event's facts in the names of the JSON. */
export function detailsOf(event: StoryEvent, currency: Currency): EventDetails {
  return lookUp(table, event, currency)
}

const table: StoryTable<Currency, EventDetails> = {
  decision_approved: decision,
  decision_refused: decision,
  decision_referred: decision,
  created: change,
  refused: change,
  authorized: change,
  rejected: change,
  referral_approved: change,
  expired: change,
  captured: change,
  refunded: change,
  closed: change,
  renamed: change,
  return_owed: change,
  written_off: change,
  collected: change,
  refunds_held: change,
  refunds_released: change,
  customer_corrected: change,
  customer_erased: change,
  charge_open: charge,
  charge_challenged: charge,
  charge_approved: charge,
  charge_declined: charge,
  charge_written_off: charge,
  charge_to_void: charge,
  charge_voided: charge,
  return_waiting: confirmableReturn,
  return_confirmed: confirmableReturn,
  return_failed: confirmableReturn,
  return_sent: sentReturn,
  return_reversed: sentReturn,
  card_replaced: ({ at, card }) => {
    const details = { brand: card.brand, last_four: card.lastFour, since: formatSeconds(at) }
    return { what: 'card', details }
  },
  plan_defaulted: ({ at }) => ({ what: 'plan', details: { status: 'defaulted', at: formatSeconds(at) } }),
  customer_message: ({ message: { kind, event, state, sendAt, tries, text } }) => {
    return { what: 'message', details: { kind, event, state, send_at: timeOf(sendAt), tries, text } }
  },
  notification,
  attempt,
  dispute_opened: dispute,
  dispute_changed: dispute,
  return_requested: returnRequest('asked'),
  return_request_confirmed: returnRequest('confirmed'),
  return_request_withdrawn: returnRequest('withdrawn'),
  settled: ({ day, lines, netMinor }, currency) => {
    const { id, date, closedAt } = day
    const amount = amountOf(netMinor, currency)
    return { what: 'settlement', details: { settlement_id: id, date, amount, lines, closed_at: timeOf(closedAt) } }
  },
  payout_created: payout,
  payout_paid: payout,
}

function amountOf(minor: bigint, currency: Currency): string {
  return `${formatAmount(minor, currency)} ${currency}`
}

function timeOf(at: Instant | null): string | null {
  return at === null ? null : formatSeconds(at)
}

function decision({ decision: made }: StoryEvent<DecisionKind>): EventDetails {
  return { what: 'decision', details: decisionWire(made) }
}

function change({ step, entries }: StoryEvent<ChangeKind>, currency: Currency): EventDetails {
  const { version, transition, statusBefore, statusAfter, amountMinor, referenceId, feeMinor, vatMinor } = step
  const amount = (minor: bigint | null): string | null => (minor === null ? null : amountOf(minor, currency))
  return {
    what: 'change',
    details: {
      ...{ version, transition, actor: step.actor, request_id: step.requestId, request: requestOf(step) },
      ...{ status_before: statusBefore, status: statusAfter, amount: amount(amountMinor), reference: referenceId },
      ...{ movement_id: step.movementId, fee: amount(feeMinor), vat: amount(vatMinor) },
      entries: entries.map((entry) => {
        return {
          version,
          account: entry.account,
          cause: entry.cause,
          currency: entry.currency,
          amount: amount(entry.amountMinor),
        }
      }),
    },
  }
}

/** Returns the request that caused a change; null if the service acted by itself. */
function requestOf({ actor, requestId }: { readonly actor: string; readonly requestId: string }) {
  if (requestId === '') return null
  return { id: requestId, actor, key_last_four: /^key …(.+)$/.exec(actor)?.[1] ?? null }
}

function charge({ charge: charged, installments }: StoryEvent<ChargeKind>, currency: Currency): EventDetails {
  const { id, kind, state, amountMinor, declineReason, declineRetry, reference, networkReference, card } = charged
  return {
    what: 'charge',
    details: {
      ...{ id, kind, state, amount: amountOf(amountMinor, currency) },
      ...{ decline_reason: declineReason, decline_retry: declineRetry, reference },
      ...{ network_reference: networkReference, card: { brand: card.brand, last_four: card.lastFour } },
      ...{ installments, settled_at: timeOf(charged.settledAt) },
    },
  }
}

function sentReturn({ sent }: StoryEvent<ReturnKind>, currency: Currency): EventDetails {
  const { id, chargeId, amountMinor, state } = sent
  return { what: 'return', details: { id, charge_id: chargeId, amount: amountOf(amountMinor, currency), state } }
}

function confirmableReturn(
  event: StoryEvent<'return_waiting' | 'return_confirmed' | 'return_failed'>,
  currency: Currency,
): EventDetails {
  const { what, details } = sentReturn(event, currency)
  return { what, details: { ...details, confirmed_at: timeOf(event.confirmedAt) } }
}

function notification({ announcement, deliveries }: StoryEvent<'notification'>): EventDetails {
  const { id, family, disputeId, sequence, status } = announcement
  return {
    what: 'notification',
    details: {
      ...{ id, family, dispute_id: disputeId, sequence, status, deliveries: deliveries.length },
      states: deliveries.map(({ webhookId, url, state, attempts, nextAttemptAt }) => {
        const next_attempt_at = nextAttemptAt === null ? null : formatMilliseconds(nextAttemptAt)
        return { webhook_id: webhookId, url, state, attempts, next_attempt_at }
      }),
    },
  }
}

function attempt({ announcement, delivery, attempt: made }: StoryEvent<'attempt'>): EventDetails {
  const { at, status, durationMs, answer } = made
  return {
    what: 'attempt',
    details: {
      ...{ notification_id: announcement.id, sequence: announcement.sequence, url: delivery.url, status },
      ...{ duration_ms: durationMs, answer, system_time: formatMilliseconds(at) },
    },
  }
}

function dispute(
  { dispute: disputed, change: changed }: StoryEvent<'dispute_opened' | 'dispute_changed'>,
  currency: Currency,
): EventDetails {
  const { id, reason, amountMinor, status } = disputed
  const { eventType, source, actor } = changed
  return {
    what: 'dispute',
    details: {
      ...{ dispute_id: id, event: eventType, by: source, actor, request: requestOf(changed) },
      ...{ reason, amount: amountOf(amountMinor, currency), status },
    },
  }
}

type ReturnRequestKind = 'return_requested' | 'return_request_confirmed' | 'return_request_withdrawn'

function returnRequest(step: 'asked' | 'confirmed' | 'withdrawn') {
  return ({ request, by }: StoryEvent<ReturnRequestKind>, currency: Currency): EventDetails => {
    const { id, amountMinor, state } = request
    const amount = amountOf(amountMinor, currency)
    return { what: 'return_request', details: { return_request_id: id, step, by, amount, state } }
  }
}

function payout(
  { payout: paid, netMinor }: StoryEvent<'payout_created' | 'payout_paid'>,
  currency: Currency,
): EventDetails {
  const { id, reference, state, amountMinor, paidAt } = paid
  return {
    what: 'payout',
    details: {
      ...{ payout_id: id, reference, status: state, amount: amountOf(netMinor, currency) },
      ...{ payout_amount: amountOf(amountMinor, currency), paid_at: timeOf(paidAt) },
    },
  }
}
