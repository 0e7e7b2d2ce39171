import { listOrderReferences } from '../../../money/payments/search/order-references.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'
import { day } from '../../../platform/base/times.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { listDeliveryFigures } from '../../../platform/webhooks/endpoints/delivery-figures.ts'
import { listWebhookDeliveries } from '../../../platform/webhooks/notifications/list-webhook-deliveries.ts'
import { findMissingSince, findReplay } from '../../../platform/webhooks/replays/replays.ts'
import { discloseDeliveries } from '../../back-office/disclosure/disclose-delivery.ts'
import type { Answer, Visit } from '../page.ts'
import { storeTimesOf } from '../times.ts'
import { findTypedPayments, type ListedDeliveries, maySeeOrders, readDeliveryFilter } from './delivery-filter.ts'
import { findOwnWebhook, type OwnWebhook } from './own-webhooks.ts'
import type { WebhookNotice } from './typed-webhook.ts'
import type { DeliveriesView } from './views/deliveries.ts'
import { webhookPage } from './views/webhook.ts'

/** Shows one webhook: its health, its deliveries and its forms. */
export async function viewWebhook(visit: Visit): Promise<Answer> {
  return showWebhook(visit, await findOwnWebhook(visit), { done: visit.query('done') })
}

/** Returns that page with the outcome of a form. */
export async function showWebhook(visit: Visit, webhook: OwnWebhook, notice: WebhookNotice): Promise<Answer> {
  const { app, actor } = visit
  const { merchantId } = actor
  const times = await storeTimesOf(visit)
  const listed = readDeliveryFilter(visit, times)
  const [health, list, replay, missingSince] = await Promise.all([
    listDeliveryFigures(app, merchantId),
    listDeliveries(visit, webhook, listed),
    findReplay(app, merchantId, webhook.id),
    findMissingSince(app, merchantId, webhook.id),
  ])
  return webhookPage(visit, {
    ...{ webhook, health: health.get(webhook.id), list, times, notice, replay, missingSince },
    suggestedFrom: missingSince ?? nowFor(app, actor) - day,
    reach: app.clock.now() - app.config.notificationDays * day,
  })
}

async function listDeliveries(visit: Visit, webhook: OwnWebhook, listed: ListedDeliveries): Promise<DeliveriesView> {
  const { app, actor } = visit
  if (listed.isWrong) return { listed, deliveries: [], older: undefined, newer: undefined }
  const paymentIds = await findTypedPayments(visit, listed.typed)
  const filter = { ...listed, paymentIds }
  const page = await listWebhookDeliveries(app, actor.merchantId, webhook.id, filter, listed.place)
  const references = await orderNumbersOf(
    visit,
    page.deliveries.map(({ paymentId }) => paymentId),
  )
  const deliveries = page.deliveries.map((one) => ({ ...one, orderReference: references.get(one.paymentId) ?? '' }))
  return { listed, ...page, deliveries: discloseDeliveries(visit, deliveries) }
}

/** Returns the numbers of the payments' orders that the visit may see. */
export async function orderNumbersOf(visit: Visit, ids: readonly PaymentId[]): Promise<ReadonlyMap<PaymentId, string>> {
  return maySeeOrders(visit) ? listOrderReferences(visit.app, visit.actor, ids) : new Map()
}
