import type { App } from '../../platform/app/app.ts'
import { currenciesOf } from '../../platform/base/countries.ts'
import { customer } from '../../platform/base/principal.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { getPlan, type LoadedPlan } from './get-plan.ts'
import type { PurchaseOwner } from './purchase.ts'
import { listPurchasesOfPhone } from './store/customers.ts'

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
  const wanted = { phone, isTest, currencies: currenciesOf(region), limit: limit + 1, skip }
  const rows = await app.db.run(listPurchasesOfPhone, wanted)
  const purchases = await Promise.all(
    rows.slice(0, limit).map(async ({ merchant_id: merchantId, id, clock_offset_ms }): Promise<Purchase> => {
      const actor = { merchantId, isTest, principal: customer, requestId, clockOffsetMs: Number(clock_offset_ms) }
      return { actor, plan: await getPlan(app, actor, id) }
    }),
  )
  return { purchases, hasMore: rows.length > limit }
}
