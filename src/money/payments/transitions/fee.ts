import { divideRounded, least } from '../../../platform/base/money.ts'
import { maxPercent } from '../../../platform/merchants/stores/fee-rates.ts'
import { exactVatOf, type Fee, type Payment } from '../payment.ts'

type MovementFees = readonly Pick<Payment['captures'][number], 'feeMinor' | 'feeFixedMinor'>[]

/** The members of a payment that its fees are computed from. */
export interface FeeBasis
  extends Pick<Payment, 'feeRates' | 'capturedMinor' | 'refundedMinor' | 'vatMinor' | 'exactVat'> {
  readonly captures: MovementFees
  readonly refunds: MovementFees
}

/** Returns the fee of a capture; undefined if the store has no fees (docs/contract/money.md#fees). */
export function feeOfCapture(payment: FeeBasis, amountMinor: bigint): Fee | undefined {
  const { captures, feeRates } = payment
  const fixedMinor = captures.length === 0 ? feeRates.fixedMinor : 0n
  return feeAt(payment, percentOf(amountMinor, feeRates.percent) + fixedMinor, fixedMinor)
}

/**
 * Returns the refunded fee of a refund, zero or negative, by the current rates, and at most the percentage part of the
 * captures' fees. With `all`, the refund after which the captured sum is refunded returns the fixed part, too.
 */
export function feeOfRefund(payment: FeeBasis, amountMinor: bigint): Fee | undefined {
  const { captures, refunds, feeRates, refundedMinor, capturedMinor } = payment
  if (feeRates.refund === 'none') return feeAt(payment, 0n, 0n)
  const refundedSoFar = refundedMinor + amountMinor
  const returnedSoFar = -percentPart(refunds)
  const returnable = least(percentOf(refundedSoFar, feeRates.percent), percentPart(captures))
  const returned = returnable > returnedSoFar ? returnable - returnedSoFar : 0n
  const isComplete = feeRates.refund === 'all' && refundedSoFar === capturedMinor
  // Fees of refunds are negative.
  const returnedFixed = isComplete ? fixedPart(captures) + fixedPart(refunds) : 0n
  return feeAt(payment, -(returned + returnedFixed), -returnedFixed)
}

function feeAt(payment: FeeBasis, feeMinor: bigint, fixedMinor: bigint): Fee | undefined {
  const { feeRates: rates } = payment
  const isFree = rates.percent === 0 && rates.fixedMinor === 0n && feeMinor === 0n
  return isFree ? undefined : { feeMinor, fixedMinor, vatMinor: vatOn(payment, feeMinor), rates }
}

/**
 * Returns the VAT of a movement with this fee: the payment's new VAT, rounded once, less the posted VAT. The payment's
 * VAT never falls below zero. A capture refunds no VAT, and a refund charges none (docs/contract/money.md#fees).
 */
function vatOn({ vatMinor, exactVat, feeRates: rates }: FeeBasis, feeMinor: bigint): bigint {
  const exact = exactVat + exactVatOf({ feeMinor, rates })
  const total = exact > 0n ? rounded(exact) : 0n
  // Version 0.1.0 rounded the VAT of each movement: its posted VAT may be above or below the rounded sum.
  const change = total - vatMinor
  if (feeMinor > 0n) return change > 0n ? change : 0n
  return feeMinor < 0n ? least(change, 0n) : 0n
}

function percentPart(movements: MovementFees): bigint {
  return movements.reduce((sum, { feeMinor, feeFixedMinor }) => sum + feeMinor - feeFixedMinor, 0n)
}

function fixedPart(movements: MovementFees): bigint {
  return movements.reduce((sum, { feeFixedMinor }) => sum + feeFixedMinor, 0n)
}

/** Returns a share of an amount, in hundredths of a percent, rounded half away from zero to the minor unit. */
export function percentOf(amountMinor: bigint, hundredths: number): bigint {
  return rounded(amountMinor * BigInt(hundredths))
}

/** Rounds ten-thousandths of a minor unit to minor units, halves away from zero. */
function rounded(tenThousandths: bigint): bigint {
  return divideRounded(tenThousandths, BigInt(maxPercent))
}
