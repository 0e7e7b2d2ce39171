import { timeZones } from './local-time.ts'

/** SQL: the date at the store, of a moment and a currency, both expressions. */
export function localDate(at: string, currency: string): string {
  return `((${at} + ${ahead(currency)}) at time zone 'UTC')::date`
}

/** SQL: the moment at which a date begins at the store. */
export function startOfDate(date: string, currency: string): string {
  return `(((${date})::timestamp at time zone 'UTC') - ${ahead(currency)})`
}

function ahead(currency: string): string {
  const zones = Object.entries(timeZones)
  return `case ${currency} ${zones.map(([code, { aheadMs }]) => `when '${code}' then interval '${aheadMs} milliseconds'`).join(' ')} end`
}
