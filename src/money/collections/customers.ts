import type { App } from '../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import { countryOf, currenciesOf, regionOf } from '../../platform/base/markets.ts'
import { day, type Instant } from '../../platform/base/times.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import type { CustomerFacts } from '../risk/judge.ts'
import { countOrdersSince, findExposureOfPhone, listExposuresOfPhone, listPurchasesOfPhone } from './store/customers.ts'

interface Customer {
  /** E.164. */
  readonly phone: string
  readonly currency: Currency
  /** The merchant's time. */
  readonly now: Instant
}

/**
 * Returns the facts about a customer, by phone and mode: the open amount of plans at all merchants in this currency, in
 * minor units; whether a part is overdue at any merchant of this region; and the orders authorized at this merchant in
 * the last 24 hours.
 */
export async function findCustomerFacts(app: App, mode: MerchantMode, customer: Customer): Promise<CustomerFacts> {
  if (customer.phone === '') return { openMinor: 0n, ordersLastDay: 0, isOverdue: false }
  const [debt, ordersLastDay] = await Promise.all([
    findDebt(app.db, mode, customer),
    countOrdersOfDay(app.db, mode, customer),
  ])
  return { ...debt, ordersLastDay }
}

/**
 * Returns the open amount of a customer, and whether a part is overdue. `beside`: also counts the orders whose first
 * charge is under way, except of this payment.
 */
export async function findDebt(
  on: Queryable,
  { isTest }: MerchantMode,
  { phone, currency }: Customer,
  beside: PaymentId | null = null,
): Promise<Pick<CustomerFacts, 'openMinor' | 'isOverdue'>> {
  const currencies = currenciesOf(regionOf(countryOf(currency)))
  const [exposure] = await on.run(findExposureOfPhone, { phone, isTest, currency, currencies, beside })
  return { openMinor: exposure?.open_minor ?? 0n, isOverdue: exposure?.is_overdue ?? false }
}

/** Returns the number of a customer's orders at this merchant in the last 24 hours. `beside`: as of `findDebt`. */
export async function countOrdersOfDay(
  on: Queryable,
  { merchantId, isTest }: MerchantMode,
  { phone, now }: Customer,
  beside: PaymentId | null = null,
): Promise<number> {
  const [counted] = await on.run(countOrdersSince, { merchantId, phone, isTest, since: now - day, beside })
  return counted?.orders ?? 0
}

/** The amount that a customer owes in one mode and currency at all merchants. */
export interface OpenExposure {
  readonly isTest: boolean
  readonly currency: Currency
  readonly openMinor: bigint
  readonly isOverdue: boolean
}

/** Lists the open amounts of a phone's plans (E.164). Empty if nothing is owed. */
export async function findExposure(app: App, phone: string): Promise<OpenExposure[]> {
  return (await app.db.run(listExposuresOfPhone, { phone })).map((row) => ({
    isTest: row.is_test,
    currency: row.currency as Currency,
    openMinor: row.open_minor,
    isOverdue: row.is_overdue,
  }))
}

/** Lists the purchases that were paid with a phone, at all merchants: open ones first, then the newest. */
export async function listPurchaseIds(
  app: App,
  params: { readonly phone: string; readonly isTest: boolean; readonly currencies: readonly Currency[] },
  limit: number,
): Promise<{ readonly id: PaymentId; readonly merchantId: MerchantId; readonly clockOffsetMs: number }[]> {
  const rows = await app.db.run(listPurchasesOfPhone, { ...params, limit, skip: 0 })
  return rows.map(({ id, merchant_id: merchantId, clock_offset_ms }) => {
    return { id, merchantId, clockOffsetMs: Number(clock_offset_ms) }
  })
}
