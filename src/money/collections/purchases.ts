import type { App } from '../../platform/app/app.ts'
import { currenciesOf, type Region } from '../../platform/base/countries.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { customer } from '../../platform/base/principal.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { getPlan, type LoadedPlan } from './get-plan.ts'
import { refusals } from './refusals.ts'
import { findPurchaseOfPhone, listPurchasesOfPhone } from './store/customers.ts'

/** Whose purchases: a phone that a code proved, in one region and mode, at whatever merchant. */
export interface PurchaseOwner {
  readonly region: Region
  readonly isTest: boolean
  /** E.164. */
  readonly phone: string
}

/** The customer of a purchase as who may act on it. Refuses with 404 one of another phone, region or mode, as if there were none. */
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

/** A purchase, and its customer as somebody who may act on it. */
export interface Purchase {
  readonly actor: Actor
  readonly plan: LoadedPlan
}

/** A page of a customer's purchases: what is open first, then the newest. `hasMore`: whether others follow. */
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
