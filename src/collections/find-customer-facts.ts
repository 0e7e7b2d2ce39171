import type { App } from '../app/app.ts'
import { regionOf } from '../base/countries.ts'
import type { Currency } from '../base/money.ts'
import { day, type Instant } from '../base/times.ts'
import type { Actor } from '../merchants/caller.ts'
import type { CustomerFacts } from '../risk/judge.ts'
import { countryOf } from './country-of.ts'
import { countOrdersSince, listCollectionsOfPhone } from './store/customers.ts'

interface Customer {
  /** E.164. */
  readonly phone: string
  readonly currency: Currency
  /** The merchant's time. */
  readonly now: Instant
}

/** So many purchases of a customer are looked at, the newest; nobody has more that are open. */
const maxPurchases = 500

/**
 * What is known of a customer, by phone and mode: what is open of the plans at all merchants in this currency, in minor units, whether
 * anything is overdue at any merchant of this region, and how many orders were authorized at this merchant in the last 24 hours.
 */
export async function findCustomerFacts(
  app: App,
  { merchantId, isTest }: Pick<Actor, 'merchantId' | 'isTest'>,
  { phone, currency, now }: Customer,
): Promise<CustomerFacts> {
  if (phone === '') return { openMinor: 0n, ordersLastDay: 0, isOverdue: false }
  const [purchases, [orders]] = await Promise.all([
    app.db.run(listCollectionsOfPhone, { phone, isTest, limit: maxPurchases }),
    app.db.run(countOrdersSince, { merchantId, phone, isTest, since: now - day }),
  ])
  const owed = (row: (typeof purchases)[number]): bigint => (row.owed_minor > 0n ? row.owed_minor : 0n)
  const region = regionOf[countryOf(currency)]
  const isHere = (row: (typeof purchases)[number]): boolean => regionOf[countryOf(row.currency as Currency)] === region
  return {
    openMinor: purchases.reduce((sum, row) => (row.currency === currency ? sum + owed(row) : sum), 0n),
    ordersLastDay: orders?.orders ?? 0,
    isOverdue: purchases.some((row) => isHere(row) && row.is_failing && owed(row) > 0n),
  }
}
