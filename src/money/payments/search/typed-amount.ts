import { type Country, currencies, currencyOf, marketOf } from '../../../platform/base/markets.ts'
import { latinDigits } from '../../../platform/base/texts.ts'
import { parseThousandths } from './thousandths.ts'

const currencyBySign = new Map<string, string>(
  currencies.flatMap((currency) => [
    [currency.toLowerCase(), currency],
    ...(marketOf(currency).currencySigns ?? []).map((sign) => [sign, currency] as const),
  ]),
)

/** Longer texts are no amounts. */
const maxLength = 40

/**
 * Returns the amount of a typed text such as `120`, `120.00` or `AED 120`, in thousandths. Undefined for other texts,
 * for numbers with a leading zero, such as phones, and for a currency of none of these countries.
 */
export function typedAmount(text: string, countries: readonly Country[]): bigint | undefined {
  if (text.length > maxLength) return undefined
  const typed = latinDigits(text)
    .toLowerCase()
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  const [, before = '', number = '', after = ''] = /^(\D*?)\s*(\d[\d\s,٬]*(?:[.٫]\d+)?)\s*(\D*)$/u.exec(typed) ?? []
  const sign = (before || after).trim().replace(/\.$/, '')
  if (number === '' || (before !== '' && after !== '') || /^0\d/.test(number)) return undefined
  if (sign !== '' && !countries.some((country) => currencyOf(country) === currencyBySign.get(sign))) return undefined
  const amount = parseThousandths(number)
  return typeof amount === 'bigint' ? amount : undefined
}
