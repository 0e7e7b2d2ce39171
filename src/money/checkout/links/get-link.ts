import type { App } from '../../../platform/app/app.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { getPayment } from '../../payments/get-payment.ts'
import { refusals } from '../refusals.ts'
import { findLinkRow, linkFrom } from '../store/links.ts'
import type { PaymentLink } from './payment-link.ts'

/** A link with its session and payment as they are now. Refuses with 404 one of another merchant or of the other mode. */
export async function getLink(app: App, actor: Actor, id: string): Promise<PaymentLink> {
  const { merchantId, isTest } = actor
  const [row] = await app.db.run(findLinkRow, { merchantId, isTest, id })
  if (row === undefined) throw refusals.noSuchLink()
  return linkFrom(row, await getPayment(app, actor, row.payment_id))
}
