import { type Currency, decimalsOf, formatAmount } from '../../base/money.ts'
import type { Instant } from '../../base/times.ts'
import type { Lang } from './lang.ts'

/** Amounts, dates and numbers as a language writes them in a country. */
export interface Formats {
  /** By which scripts write as these do. */
  readonly locale: string
  /** An amount with its currency. */
  money(amountMinor: bigint, currency: Currency): string
  /** The same without the currency, where it is said nearby. */
  bareMoney(amountMinor: bigint, currency: Currency): string
  /** A calendar date YYYY-MM-DD as day and short month. */
  shortDate(date: string): string
  /** The same as day, month and year. */
  longDate(date: string): string
  /** Its month and year. */
  month(date: string): string
  /** A moment as date and time in a zone (IANA's name of it). */
  moment(at: Instant, timeZone: string): string
  number(value: number): string
  /** A number of at most three digits with the word for thousands or millions: for what is only looked at. */
  shortNumber(value: number): string
  /** A share of one, such as 0.125, in percent. */
  percent(share: number): string
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
  const month = dateOf({ month: 'long', year: 'numeric' })
  const moments = new Map<string, Intl.DateTimeFormat>()
  const momentIn = (timeZone: string): Intl.DateTimeFormat => {
    const date = { day: 'numeric', month: 'short', year: 'numeric', calendar: 'gregory' } as const
    const style = { ...date, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
    const made = moments.get(timeZone) ?? new Intl.DateTimeFormat(locale, style)
    moments.set(timeZone, made)
    return made
  }
  const numbers = new Intl.NumberFormat(locale)
  const shortNumbers = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 })
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' })
  // A decimal text goes in, not a number: amounts stay exact.
  const format = (amountMinor: bigint, currency: Currency, bare: boolean): string =>
    amountFormat(currency, bare).format(formatAmount(amountMinor, currency) as Intl.StringNumericLiteral)
  return {
    locale,
    money: (amountMinor, currency) => format(amountMinor, currency, false),
    bareMoney: (amountMinor, currency) => format(amountMinor, currency, true),
    shortDate: (date) => short.format(Date.parse(date)),
    longDate: (date) => long.format(Date.parse(date)),
    month: (date) => month.format(Date.parse(date)),
    moment: (at, timeZone) => momentIn(timeZone).format(at),
    number: (value) => numbers.format(value),
    shortNumber: (value) => shortNumbers.format(value),
    percent: (share) => percents.format(share),
    list: (items) => lists.format(items),
  }
}
