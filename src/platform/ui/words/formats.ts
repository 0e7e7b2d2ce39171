import type { Currency } from '../../base/markets.ts'
import { decimalsOf, formatAmount } from '../../base/money.ts'
import { day, hour, type Instant, minute } from '../../base/times.ts'
import type { Lang } from './lang.ts'

/** Amounts, dates and numbers as a language writes them in a country. */
export interface Formats {
  /** BCP 47 tag, for `Intl` in the browser's scripts. */
  readonly locale: string
  /** An amount with its currency. */
  money(amountMinor: bigint, currency: Currency): string
  /** An amount without its currency. */
  bareMoney(amountMinor: bigint, currency: Currency): string
  /** A calendar date YYYY-MM-DD as day and short month. */
  shortDate(date: string): string
  /** A calendar date as day, month and year. */
  longDate(date: string): string
  /** A calendar date as month and year. */
  month(date: string): string
  /** A moment as date and time in an IANA time zone. */
  moment(at: Instant, timeZone: string): string
  /** A moment with its day of the week. */
  weekdayMoment(at: Instant, timeZone: string): string
  /** The time from now, in whole minutes, hours or days, rounded down: `in 3 days`. */
  timeLeft(ms: number): string
  /** A moment to the second. */
  exactMoment(at: Instant, timeZone: string): string
  number(value: number): string
  /** A rounded number: at most three digits, with the word for thousands or millions. */
  shortNumber(value: number): string
  /** A share such as 0.125 in percent. */
  percent(share: number): string
  /** Items joined by commas and "and". */
  list(items: readonly string[]): string
}

interface MomentParts {
  readonly second?: '2-digit'
  readonly weekday?: 'long'
}

const formatsByLocale = new Map<string, Formats>()

/** Returns the formats of a language in a country (ISO 3166). Dates use the Gregorian calendar, as banks do. */
export function formatsFor(lang: Lang, country: string): Formats {
  // English of the Emirates for every country: the day before the month.
  const locale = lang === 'en' ? 'en-AE' : `ar-${country}`
  const found = formatsByLocale.get(locale)
  if (found !== undefined) return found
  const formats = makeFormats(locale)
  formatsByLocale.set(locale, formats)
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
  const momentIn = (timeZone: string, { second, weekday }: MomentParts = {}): Intl.DateTimeFormat => {
    const key = `${timeZone} ${second} ${weekday}`
    const date = { day: 'numeric', month: 'short', year: 'numeric', calendar: 'gregory' } as const
    const style = { ...date, weekday, hour: '2-digit', minute: '2-digit', second, hourCycle: 'h23', timeZone } as const
    const made = moments.get(key) ?? new Intl.DateTimeFormat(locale, style)
    moments.set(key, made)
    return made
  }
  const numbers = new Intl.NumberFormat(locale)
  const shortNumbers = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 })
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const relative = new Intl.RelativeTimeFormat(locale)
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' })
  // Intl takes the amount as text, because a number would round large amounts.
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
    weekdayMoment: (at, timeZone) => momentIn(timeZone, { weekday: 'long' }).format(at),
    timeLeft(ms) {
      const [unit, unitMs] =
        ms < hour ? (['minute', minute] as const) : ms < 2 * day ? (['hour', hour] as const) : (['day', day] as const)
      return relative.format(Math.floor(ms / unitMs), unit)
    },
    exactMoment: (at, timeZone) => momentIn(timeZone, { second: '2-digit' }).format(at),
    number: (value) => numbers.format(value),
    shortNumber: (value) => shortNumbers.format(value),
    percent: (share) => percents.format(share),
    list: (items) => lists.format(items),
  }
}
