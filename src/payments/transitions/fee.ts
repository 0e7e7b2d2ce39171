import { least } from '../../base/money.ts'
import { type FeeRates, maxPercent } from '../../merchants/stores/fee-rates.ts'
import type { Fee, Payment } from '../payment.ts'

/** What a capture costs its merchant; undefined where its store has no fees (docs/contract/money.md#fees). */
export function feeOfCapture({ captures, feeRates }: Payment, amountMinor: bigint): Fee | undefined {
  const fixedMinor = captures.length === 0 ? feeRates.fixedMinor : 0n
  return feeAt(feeRates, percentOf(amountMinor, feeRates.percent) + fixedMinor, fixedMinor)
}

/**
 * What a refund gives back of the fees, below zero: by the rates of now, at most what the captures cost in percent, and never less than
 * nothing; with `all` the fixed part with the refund that completes the sum.
 */
export function feeOfRefund(payment: Payment, amountMinor: bigint): Fee | undefined {
  const { captures, refunds, feeRates, refundedMinor, capturedMinor } = payment
  if (feeRates.refund === 'none') return feeAt(feeRates, 0n, 0n)
  const refundedSoFar = refundedMinor + amountMinor
  const backSoFar = -percentPart(refunds)
  const wanted = least(percentOf(refundedSoFar, feeRates.percent), percentPart(captures))
  const back = wanted > backSoFar ? wanted - backSoFar : 0n
  const isComplete = feeRates.refund === 'all' && refundedSoFar === capturedMinor
  const fixedBack = isComplete ? fixedPart(captures) + fixedPart(refunds) : 0n
  return feeAt(feeRates, -(back + fixedBack), -fixedBack)
}

function feeAt(rates: FeeRates, feeMinor: bigint, fixedMinor: bigint): Fee | undefined {
  const isFree = rates.percent === 0 && rates.fixedMinor === 0n && feeMinor === 0n
  return isFree ? undefined : { feeMinor, fixedMinor, vatMinor: percentOf(feeMinor, rates.vatPercent), rates }
}

type Charged = readonly { readonly feeMinor: bigint; readonly feeFixedMinor: bigint }[]

function percentPart(movements: Charged): bigint {
  return movements.reduce((sum, { feeMinor, feeFixedMinor }) => sum + feeMinor - feeFixedMinor, 0n)
}

function fixedPart(movements: Charged): bigint {
  return movements.reduce((sum, { feeFixedMinor }) => sum + feeFixedMinor, 0n)
}

/** Hundredths of a percent of an amount, rounded half away from zero to the minor unit. */
export function percentOf(amountMinor: bigint, hundredths: number): bigint {
  const whole = BigInt(maxPercent)
  const doubled = 2n * amountMinor * BigInt(hundredths)
  return amountMinor < 0n ? -((-doubled + whole) / (2n * whole)) : (doubled + whole) / (2n * whole)
}
