import { latinDigits } from './latin-digits.ts'
import { type AmountProblem, type Currency, decimalsOf, parseAmount } from './money.ts'

const plain = /^\d+([.٫]\d+)?$/
const grouped = /^[1-9]\d{0,2}([,٬ ]\d{3})+([.٫]\d+)?$/

/**
 * An amount as people type it: in Arabic digits too, and with thousands set apart; in minor units, or what is wrong with it. A comma is no
 * decimal point and is not taken for one: `1,5` is no number, and where a currency has three decimals neither is `1,500`.
 */
export function readTypedAmount(text: string, currency: Currency): bigint | AmountProblem {
  const typed = latinDigits(text).trim()
  const isOpenToDoubt = decimalsOf(currency) === 3 && /^\d{1,3}[,٬]\d{3}$/.test(typed)
  if (!plain.test(typed) && (!grouped.test(typed) || isOpenToDoubt)) return 'not a number'
  return parseAmount(typed.replaceAll(/[,٬ ]/g, '').replace('٫', '.'), currency)
}
