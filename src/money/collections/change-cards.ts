import type { Card } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import { currenciesOf } from '../../platform/base/markets.ts'
import { customer } from '../../platform/base/principal.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import { isLockTimeout } from '../../platform/db/lock-retries.ts'
import { changeCard } from './change-card.ts'
import type { PurchaseOwner } from './purchases.ts'
import { listPurchasesOfPhone } from './store/customers.ts'

/** The maximal number of purchases to change: the newest open ones. */
const limit = 100

/** Replaces the card of all open purchases of a customer. Returns false if a purchase was locked and keeps its card. */
export async function changeCards(
  app: App,
  { region, isTest, phone }: PurchaseOwner,
  card: Card,
  requestId: string,
): Promise<boolean> {
  const params = { phone, isTest, currencies: currenciesOf(region), limit, skip: 0 }
  const rows = await app.db.run(listPurchasesOfPhone, params)
  let isWhole = true
  for (const { merchant_id: merchantId, id, clock_offset_ms, owed_minor } of rows) {
    if (owed_minor <= 0n) continue
    const actor = { merchantId, isTest, principal: customer, requestId, clockOffsetMs: Number(clock_offset_ms) }
    try {
      await changeCard(app, actor, id, card)
    } catch (error) {
      if (!(error instanceof Refusal) && !isLockTimeout(error)) throw error
      isWhole = false
    }
  }
  return isWhole
}
