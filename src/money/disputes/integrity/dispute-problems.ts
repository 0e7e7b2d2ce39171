import { formatMoney } from '../../../platform/base/money.ts'
import { type DisputeStatus, isActive } from '../states.ts'

/** A dispute and what its payment says of it. Amounts in minor units. */
export interface DisputeRecord {
  readonly id: string
  readonly paymentId: string
  readonly status: DisputeStatus
  readonly version: number
  readonly currency: string
  readonly amountMinor: bigint
  /** Undefined where there is no such payment. */
  readonly payment: { readonly currency: string; readonly disputeId: string | null } | undefined
  /** What was refunded for it; null where nothing was. */
  readonly refundedMinor: bigint | null
  /** How long its history is. */
  readonly lines: number
}

/** Holds a dispute against its payment: while it is open it holds back refunds, and once it is refunded its amount has moved. */
export function findDisputeProblems(record: DisputeRecord): string[] {
  const { id, paymentId, status, version, currency, amountMinor, payment, refundedMinor, lines } = record
  if (payment === undefined) return [`it is of payment ${paymentId}, which there is not`]
  const found: string[] = []
  const isHeld = payment.disputeId === id
  if (isActive(status) && !isHeld) {
    found.push(`it is ${status}, and payment ${paymentId} is held by ${payment.disputeId ?? 'no dispute'}`)
  }
  if (!isActive(status) && isHeld) found.push(`it is ${status}, and still holds back refunds of payment ${paymentId}`)
  if (payment.currency !== currency) found.push(`it is in ${currency}, its payment in ${payment.currency}`)
  const expected = status === 'refunded' ? amountMinor : null
  if (refundedMinor !== expected) {
    const moved = refundedMinor === null ? 'nothing' : formatMoney(refundedMinor, currency)
    found.push(
      `it is ${status}, about ${formatMoney(amountMinor, currency)}, and payment ${paymentId} refunded ${moved} for it`,
    )
  }
  if (lines !== version) found.push(`${lines} lines of history for version ${version}`)
  return found
}
