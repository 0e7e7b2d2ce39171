import type { App } from '../../platform/app/app.ts'
import { currenciesOf } from '../../platform/base/countries.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { customer } from '../../platform/base/principal.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import type { PurchaseOwner } from './purchase.ts'
import { refusals } from './refusals.ts'
import { findPurchaseOfPhone } from './store/customers.ts'

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
