import { AmountReader } from '../../money/payments/amounts.ts'
import type { Currency } from '../../platform/base/markets.ts'
import { decimalText, formatAmount } from '../../platform/base/money.ts'
import { type WrongField, wrongValue } from '../../platform/base/refusals.ts'
import { amount, type BodyOf, optional } from '../../platform/http/schemas.ts'
import { type Static, Type } from '../../platform/http/type.ts'
import {
  type FeeRates,
  type FeeRefund,
  feeRefunds,
  formatPercent,
  parsePercent,
} from '../../platform/merchants/stores/fee-rates.ts'

const percent = (of: string) => ({
  ...amount('5.00'),
  description: `a percentage ${of}, from 0 to 100 with at most two decimals`,
})

export const StoreFeeInput = Type.Object({
  percent: optional(percent('of every capture')),
  fixed: optional({ ...amount('1.00'), description: 'an amount in the currency of the store, once a payment' }),
  vat_percent: optional(percent('of the fee')),
  refund: optional(Type.Unsafe<FeeRefund>({ type: 'string', enum: [...feeRefunds, null] })),
})
type StoreFeeInput = Static<typeof StoreFeeInput>

export const StoreFee = Type.Object({
  percent: Type.String(),
  fixed: Type.String(),
  vat_percent: Type.String(),
  refund: Type.String({ description: 'what a refund gives back: `percent`, `none` or `all`' }),
})

export const exampleFee = { percent: '5.00', fixed: '1.00', vat_percent: '5.00', refund: 'percent' }

/**
 * Returns the fee rates of a store, and adds wrong values to `wrong`. Absent members are zero, and `refund` is
 * `percent`.
 */
export function readFee(
  input: StoreFeeInput | null | undefined,
  currency: Currency,
  field: string,
  wrong: WrongField[],
): FeeRates {
  const readPercent = (name: 'percent' | 'vat_percent'): number => {
    const hundredths = parsePercent(decimalText(input?.[name] ?? 0))
    if (hundredths !== undefined) return hundredths
    wrong.push(wrongValue(`${field}.${name}`, 'must be a percentage from 0 to 100 with at most two decimals'))
    return 0
  }
  const amounts = new AmountReader(currency)
  const fixedMinor = amounts.readMinor(input?.fixed, `${field}.fixed`)
  if (fixedMinor < 0n) amounts.complain(`${field}.fixed`, 'negative')
  wrong.push(...amounts.wrong)
  const refund = input?.refund ?? 'percent'
  return { percent: readPercent('percent'), fixedMinor, vatPercent: readPercent('vat_percent'), refund }
}

export function feeWire(
  { percent, fixedMinor, vatPercent, refund }: FeeRates,
  currency: Currency,
): BodyOf<typeof StoreFee> {
  return {
    percent: formatPercent(percent),
    fixed: formatAmount(fixedMinor, currency),
    vat_percent: formatPercent(vatPercent),
    refund,
  }
}
