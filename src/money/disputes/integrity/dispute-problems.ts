import { formatMoney } from '../../../platform/base/money.ts'
import { type DisputeStatus, isActive } from '../states.ts'

/** A dispute, and its payment's data about it. Amounts in minor units. */
export interface DisputeRecord {
  readonly id: string
  readonly paymentId: string
  readonly status: DisputeStatus
  readonly version: number
  readonly currency: string
  readonly amountMinor: bigint
  /** Undefined if the payment does not exist. */
  readonly payment: { readonly currency: string; readonly disputeId: string | null } | undefined
  /** The refunded amount for this dispute; null without a refund. */
  readonly refundedMinor: bigint | null
  /** The number of entries in its history. */
  readonly lines: number
}

/**
 * Returns the contradictions between a dispute and its payment. An active dispute must block refunds, and a
 * refunded one must have its refund.
 */
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
