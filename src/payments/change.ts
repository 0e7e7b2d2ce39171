import type { Entry } from '../ledger/entries.ts'
import type { Capture, Payment, Refund } from './payment.ts'
import { type PaymentMove, type PaymentStatus, paymentStates } from './states.ts'

/** All that one move of a payment writes. Saved whole or not at all. */
export interface PaymentChange {
  readonly move: PaymentMove
  readonly before: Payment
  readonly after: Payment
  readonly capture: Capture | undefined
  readonly refund: Refund | undefined
  readonly entries: readonly Entry[]
  /** The states that are told to the merchant, in order. */
  readonly announced: readonly Payment[]
}

interface Written {
  readonly entries?: readonly Entry[]
  readonly announce?: readonly Payment[]
}

/** Makes a change of what a rule decided. Throws when the move is not in the state table or the entries do not balance. */
export function changed(move: PaymentMove, before: Payment, after: Payment, written: Written = {}): PaymentChange {
  const entries = written.entries ?? []
  const announced = written.announce ?? []
  if (!paymentStates.allows(before.status, move, after.status)) {
    throw new Error(`a payment cannot ${move} from ${before.status} to ${after.status}`)
  }
  if (entries.reduce((sum, entry) => sum + entry.amountMinor, 0n) !== 0n) throw new Error(`${move}: unbalanced entries`)
  return {
    move,
    before,
    after: { ...after, version: before.version + 1, announced: before.announced + announced.length },
    capture: after.captures[before.captures.length],
    refund: after.refunds[before.refunds.length],
    entries,
    announced,
  }
}

/** What the payment's timeline says of the change. */
export interface TimelineEntry {
  readonly move: PaymentMove
  readonly statusBefore: PaymentStatus
  readonly statusAfter: PaymentStatus
  readonly amountMinor: bigint | null
  readonly referenceId: string | null
  /** Of a capture or refund by the service itself; then there is no other reference. */
  readonly serviceReference: string | null
}

export function timelineEntryOf(change: PaymentChange): TimelineEntry {
  const moved = change.capture ?? change.refund
  const newReference = change.move === 'update_reference' ? change.after.orderReference : null
  return {
    move: change.move,
    statusBefore: change.before.status,
    statusAfter: change.after.status,
    amountMinor: moved?.amountMinor ?? null,
    referenceId: moved === undefined ? newReference : moved.isByService ? '' : moved.referenceId,
    serviceReference: moved?.isByService ? moved.referenceId : null,
  }
}
