import type { App } from '../../../platform/app/app.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { getPayment } from '../../payments/get-payment.ts'
import { countLinks, linkFrom, listLinkRows } from '../store/links.ts'
import type { PaymentLink } from './payment-link.ts'

/** A page of the links that people of the merchant made, newest first, and how many there are in all. */
export async function listLinks(
  app: App,
  actor: Actor,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly links: readonly PaymentLink[]; readonly totalCount: number }> {
  const { merchantId, isTest } = actor
  const [counted] = await app.db.run(countLinks, { merchantId, isTest })
  const rows = await app.db.run(listLinkRows, { merchantId, isTest, ...page })
  const links = await Promise.all(rows.map(async (row) => linkFrom(row, await getPayment(app, actor, row.payment_id))))
  return { links, totalCount: counted?.count ?? 0 }
}
