import type { App } from '../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import type { PrincipalKind } from '../../platform/base/principal.ts'
import { type Instant, minute } from '../../platform/base/times.ts'
import type { Dispute, EventType, HistoryEntry } from './dispute.ts'
import { listCases as listRows } from './store/cases.ts'

/** A dispute of a payment with its events, without the texts that people wrote. */
export interface Case
  extends Pick<Dispute, 'id' | 'status' | 'reason' | 'amountMinor' | 'proposedMinor' | 'createdAt' | 'dueAt'> {
  /** Oldest first. */
  readonly history: readonly CaseEvent[]
}

export interface CaseEvent extends Pick<HistoryEntry, 'eventType' | 'source'> {
  readonly at: Instant
  /** The actor: `key …1111`, `customer`; empty in old entries. */
  readonly actor: string
  /** Null in old entries. */
  readonly actorKind: PrincipalKind | null
  readonly requestId: string
}

const maxEvents = 200

/**
 * Returns the disputes of a payment that were opened at about these times of its timeline, oldest first; each with
 * its first 200 events.
 */
export async function listCases(
  app: App,
  merchantId: MerchantId,
  paymentId: PaymentId,
  openedAt: readonly Instant[],
): Promise<Case[]> {
  if (openedAt.length === 0) return []
  const [from, to] = [openedAt.map((at) => at - savedWithinMs), openedAt.map((at) => at + savedWithinMs)]
  const rows = await app.db.run(listRows, { merchantId, paymentId, from, to, limit: maxEvents })
  return rows.map((row) => ({
    id: row.id,
    status: row.status as Case['status'],
    reason: row.reason as Case['reason'],
    amountMinor: row.amount_minor,
    proposedMinor: row.proposed_minor,
    createdAt: row.created_at,
    dueAt: row.due_at,
    history: row.history.map(({ event_type, source, at_ms: at, actor, actor_kind, request_id }) => {
      const [eventType, actorKind] = [event_type as EventType, actor_kind as CaseEvent['actorKind']]
      return { eventType, source: source as CaseEvent['source'], at, actor, actorKind, requestId: request_id }
    }),
  }))
}

/** The longest time between a dispute's change and its payment's change in the same transaction. */
export const savedWithinMs = minute

/** Returns whether a change of a dispute and one of its payment, at these times, may come from one transaction. */
export function isSavedWith(one: Instant, other: Instant): boolean {
  return Math.abs(one - other) <= savedWithinMs
}
