import { formatMoney } from '../../../platform/base/money.ts'
import type { FeeRates } from '../../../platform/merchants/stores/fee-rates.ts'
import { exactVatOf, type Fee } from '../payment.ts'
import { type FeeBasis, feeOfCapture, feeOfRefund, percentOf } from '../transitions/fee.ts'
import type { PaymentRecord, RecordedFee, RecordedStep } from './record.ts'

/** The state of a payment from which the rules compute its next fee. */
type Before = Omit<FeeBasis, 'feeRates'>

const nothingMoved: Before = {
  ...{ captures: [], refunds: [], capturedMinor: 0n, refundedMinor: 0n },
  ...{ vatMinor: 0n, exactVat: 0n },
}

/** Recomputes each fee from the rates of its row and the movements before it. */
export function findFeeProblems({ timeline, currency }: PaymentRecord): string[] {
  const found: string[] = []
  let before = nothingMoved
  for (const step of timeline) {
    if (step.transition === 'capture' || step.transition === 'refund') {
      found.push(...compareFee(step, before, currency))
      before = afterMovement(before, step)
    } else if (step.fee !== undefined) found.push(`version ${step.version} is no capture or refund, and has a fee`)
  }
  return found
}

function compareFee({ version, transition, amountMinor, fee }: RecordedStep, before: Before, currency: string) {
  if (fee === undefined) return []
  const what = `the ${transition} of version ${version}`
  const { feeMinor, fixedMinor, vatMinor, rates } = fee
  if (feeMinor === null || fixedMinor === null || vatMinor === null || rates === null) {
    return [`${what} has a part of a fee, its VAT and their rates, and not all`]
  }
  const computed = feeBy(rates, transition, before, amountMinor ?? 0n)
  const computedFee = computed?.feeMinor ?? 0n
  const vat = fee.isVatOfTotal ? (computed?.vatMinor ?? 0n) : percentOf(computedFee, rates.vatPercent)
  const compare = (name: string, stored: bigint, due: bigint): string[] =>
    stored === due
      ? []
      : [`the ${name} of ${what} is ${formatMoney(stored, currency)}, by its rates it is ${formatMoney(due, currency)}`]
  return [
    ...compare('fee', feeMinor, computedFee),
    ...compare('fixed part of the fee', fixedMinor, computed?.fixedMinor ?? 0n),
    ...compare('VAT', vatMinor, vat),
  ]
}

function feeBy(feeRates: FeeRates, transition: string, before: Before, amountMinor: bigint): Fee | undefined {
  const payment = { ...before, feeRates }
  return transition === 'capture' ? feeOfCapture(payment, amountMinor) : feeOfRefund(payment, amountMinor)
}

function afterMovement(before: Before, { transition, amountMinor, fee }: RecordedStep): Before {
  const moved = { feeMinor: fee?.feeMinor ?? 0n, feeFixedMinor: fee?.fixedMinor ?? 0n }
  const minor = amountMinor ?? 0n
  const vat = withVat(before, fee)
  return transition === 'capture'
    ? { ...vat, captures: added(before.captures, moved), capturedMinor: before.capturedMinor + minor }
    : { ...vat, refunds: added(before.refunds, moved), refundedMinor: before.refundedMinor + minor }
}

// Uses the stored VAT, because the service continues from it.
function withVat(before: Before, fee: RecordedFee | undefined): Before {
  const { feeMinor, vatMinor, rates } = fee ?? {}
  const exact = rates ? exactVatOf({ feeMinor: feeMinor ?? 0n, rates }) : 0n
  return { ...before, vatMinor: before.vatMinor + (vatMinor ?? 0n), exactVat: before.exactVat + exact }
}

// One movement stands for all: the rules only add fees up, and check whether there is a movement.
type MovementFee = Before['captures'][number]

function added([before]: readonly MovementFee[], { feeMinor, feeFixedMinor }: MovementFee): readonly MovementFee[] {
  return [
    { feeMinor: (before?.feeMinor ?? 0n) + feeMinor, feeFixedMinor: (before?.feeFixedMinor ?? 0n) + feeFixedMinor },
  ]
}
