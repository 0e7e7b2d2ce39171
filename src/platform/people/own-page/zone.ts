import { type Currency, currencyOf, homeCountryOf, marketOf } from '../../base/markets.ts'
import type { BackOfficeSession } from '../sessions/session.ts'

/** Returns the currency of the merchant's region, which has its time zone. Agents read times of Dubai. */
export function zoneCurrencyOf(session: BackOfficeSession): Currency {
  return currencyOf(homeCountryOf(session.backOffice === 'dashboard' ? session.region : 'uae'))
}

/** Returns the time zone of a person's own page. */
export function zoneOf(session: BackOfficeSession): string {
  return marketOf(zoneCurrencyOf(session)).timeZone
}
