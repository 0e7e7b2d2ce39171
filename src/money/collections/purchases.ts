import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { Region } from '../../platform/base/market-entries.ts'
import { currenciesOf } from '../../platform/base/markets.ts'
import { customer } from '../../platform/base/principal.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { getPlan, type LoadedPlan } from './get-plan.ts'
import { refusals } from './refusals.ts'
import { findPurchaseOfPhone, listPurchasesOfPhone } from './store/customers.ts'

/** The owner of purchases: a phone proved by a code, in one region and mode, at all merchants. */
export interface PurchaseOwner {
  readonly region: Region
  readonly isTest: boolean
  /** E.164. */
  readonly phone: string
}

/**
 * Returns the customer of a purchase as the actor. Refuses with 404 a purchase of another phone, region or mode, as if
 * it did not exist.
 */
export async function findPurchaseActor(
  app: App,
  { region, isTest, phone }: PurchaseOwner,
  id: PaymentId,
  requestId: string,
): Promise<Actor> {
  const [row] = await app.db.run(findPurchaseOfPhone, { id, phone, isTest, currencies: currenciesOf(region) })
  if (row === undefined) throw refusals.noPlan()
  const { merchant_id: merchantId, clock_offset_ms } = row
  return { merchantId, isTest, principal: customer, requestId, clockOffsetMs: Number(clock_offset_ms) }
}

/** A purchase, and its customer as the actor. */
export interface Purchase {
  readonly actor: Actor
  readonly plan: LoadedPlan
}

/** Returns a page of a customer's purchases: open ones first, then the newest. `hasMore`: whether others follow. */
export async function listPurchases(
  app: App,
  { region, isTest, phone }: PurchaseOwner,
  { limit, skip, requestId }: { readonly limit: number; readonly skip: number; readonly requestId: string },
): Promise<{ readonly purchases: readonly Purchase[]; readonly hasMore: boolean }> {
  const params = { phone, isTest, currencies: currenciesOf(region), limit: limit + 1, skip }
  const rows = await app.db.run(listPurchasesOfPhone, params)
  const purchases = await Promise.all(
    rows.slice(0, limit).map(async ({ merchant_id: merchantId, id, clock_offset_ms }): Promise<Purchase> => {
      const actor = { merchantId, isTest, principal: customer, requestId, clockOffsetMs: Number(clock_offset_ms) }
      return { actor, plan: await getPlan(app, actor, id) }
    }),
  )
  return { purchases, hasMore: rows.length > limit }
}
