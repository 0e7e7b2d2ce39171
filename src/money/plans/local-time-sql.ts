import { currencies } from '../../platform/base/markets.ts'
import { timeZoneOf } from './local-time.ts'

/** SQL: the date at the store of an instant and a currency, both expressions. */
export function localDate(at: string, currency: string): string {
  return `((${at} + ${ahead(currency)}) at time zone 'UTC')::date`
}

/** SQL: the instant at which a date starts at the store. */
export function startOfDate(date: string, currency: string): string {
  return `(((${date})::timestamp at time zone 'UTC') - ${ahead(currency)})`
}

function ahead(currency: string): string {
  const cases = currencies.map((code) => `when '${code}' then interval '${timeZoneOf(code).aheadMs} milliseconds'`)
  return `case ${currency} ${cases.join(' ')} end`
}
