import { type Currency, decimalsOf, formatAmount } from '../../base/money.ts'
import type { Lang } from './lang.ts'

/** Amounts, dates and numbers as a language writes them in a country. */
export interface Formats {
  /** An amount with its currency. */
  money(amountMinor: bigint, currency: Currency): string
  /** The same without the currency, where it is said nearby. */
  bareMoney(amountMinor: bigint, currency: Currency): string
  /** A calendar date YYYY-MM-DD as day and short month. */
  shortDate(date: string): string
  /** The same as day, month and year. */
  longDate(date: string): string
  number(value: number): string
  /** Several things in one sentence. */
  list(items: readonly string[]): string
}

const known = new Map<string, Formats>()

/** The formats of a language in a country (ISO 3166). Dates are of the Gregorian calendar, as banks have them. */
export function formatsFor(lang: Lang, country: string): Formats {
  // English as it is written in the Emirates, wherever the store is: the day before the month.
  const locale = lang === 'en' ? 'en-AE' : `ar-${country}`
  const found = known.get(locale)
  if (found !== undefined) return found
  const formats = makeFormats(locale)
  known.set(locale, formats)
  return formats
}

function makeFormats(locale: string): Formats {
  const amounts = new Map<string, Intl.NumberFormat>()
  const amountFormat = (currency: Currency, bare: boolean): Intl.NumberFormat => {
    const key = `${currency} ${bare}`
    const found = amounts.get(key)
    if (found !== undefined) return found
    const decimals = decimalsOf(currency)
    const made = bare
      ? new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
      : new Intl.NumberFormat(locale, { style: 'currency', currency })
    amounts.set(key, made)
    return made
  }
  const dateOf = (style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { ...style, calendar: 'gregory', timeZone: 'UTC' })
  const short = dateOf({ day: 'numeric', month: 'short' })
  const long = dateOf({ day: 'numeric', month: 'long', year: 'numeric' })
  const numbers = new Intl.NumberFormat(locale)
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' })
  // A decimal text goes in, not a number: amounts stay exact.
  const format = (amountMinor: bigint, currency: Currency, bare: boolean): string =>
    amountFormat(currency, bare).format(formatAmount(amountMinor, currency) as Intl.StringNumericLiteral)
  return {
    money: (amountMinor, currency) => format(amountMinor, currency, false),
    bareMoney: (amountMinor, currency) => format(amountMinor, currency, true),
    shortDate: (date) => short.format(Date.parse(date)),
    longDate: (date) => long.format(Date.parse(date)),
    number: (value) => numbers.format(value),
    list: (items) => lists.format(items),
  }
}
