import { currencies } from '../../platform/base/markets.ts'
import { timeZoneOf } from './local-time.ts'

/** SQL: the date at the store of an instant and a currency, both expressions. */
export function localDate(at: string, currency: string): string {
  return `(${at} at time zone ${zone(currency)})::date`
}

/** SQL: the instant at which a date starts at the store. */
export function startOfDate(date: string, currency: string): string {
  return instantOfDate(date, '00:00', currency)
}

/** SQL: the instant of this time of a date at the store, such as `10:00`. */
export function instantOfDate(date: string, time: string, currency: string): string {
  return `(((${date}) + time '${time}') at time zone ${zone(currency)})`
}

function zone(currency: string): string {
  const cases = currencies.map((code) => `when '${code}' then '${timeZoneOf(code)}'`)
  return `(case ${currency} ${cases.join(' ')} end)`
}
