import { divideRounded } from '../../platform/base/money.ts'
import { maxPercent } from '../../platform/merchants/stores/fee-rates.ts'
import type { PlanTerms, ServiceFeeRefund } from '../../platform/merchants/stores/plan-terms.ts'

/** Returns the whole fee of an order by these terms, in minor units. */
export function serviceFeeOf({ serviceFee: { percent, fixedMinor } }: PlanTerms, amountMinor: bigint): bigint {
  return divideRounded(amountMinor * BigInt(percent), BigInt(maxPercent)) + fixedMinor
}

/** The facts that decide which part of the fee stays. Amounts in minor units. */
export interface FeeFacts {
  readonly status: string
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly terms: PlanTerms
  readonly feeRefund: ServiceFeeRefund
}

/**
 * Returns the customer's fee that is kept, in minor units: all of it while the payment is open, and afterwards by the
 * captured amount that is not refunded. Nothing without a capture (docs/contract/terms.md#in-figures).
 */
export function keptFeeOf({ status, amountMinor, capturedMinor, refundedMinor, terms, feeRefund }: FeeFacts): bigint {
  const feeMinor = serviceFeeOf(terms, amountMinor)
  if (status !== 'CLOSED' || feeMinor === 0n) return feeMinor
  if (capturedMinor === 0n) return 0n
  const returnedMinor = amountMinor - (capturedMinor - refundedMinor)
  if (returnedMinor === 0n || feeRefund === 'none') return feeMinor
  return feeRefund === 'all' ? 0n : feeMinor - divideRounded(feeMinor * returnedMinor, amountMinor)
}
