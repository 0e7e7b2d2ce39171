import { parseId } from '../../../platform/base/ids.ts'
import { listDeliveryFigures } from '../../../platform/webhooks/endpoints/delivery-figures.ts'
import { listWebhookDeliveries } from '../../../platform/webhooks/notifications/list-webhook-deliveries.ts'
import type { Answer, Visit } from '../page.ts'
import { storeTimesOf } from '../times.ts'
import { findOwnWebhook, type OwnWebhook } from './own-webhooks.ts'
import type { WebhookNotice } from './typed-webhook.ts'
import { webhookPage } from './views/webhook.ts'

const pageSize = 50

/** Shows one webhook: its health, its deliveries and its forms. */
export async function viewWebhook(visit: Visit): Promise<Answer> {
  return showWebhook(visit, await findOwnWebhook(visit), { done: visit.query('done'), count: visit.query('count') })
}

/** Returns that page with the outcome of a form. */
export async function showWebhook(visit: Visit, webhook: OwnWebhook, notice: WebhookNotice): Promise<Answer> {
  const { app, session } = visit
  const { merchantId } = session
  const status = visit.query('status') ?? ''
  const isWrong = !['', 'failing'].includes(status)
  const onlyFailing = status === 'failing'
  const before = parseId(visit.query('before') ?? '')
  const [health, listed, times] = await Promise.all([
    listDeliveryFigures(app, merchantId),
    isWrong
      ? { deliveries: [], older: undefined }
      : listWebhookDeliveries(app, merchantId, webhook.id, { before, onlyFailing, limit: pageSize }),
    storeTimesOf(visit),
  ])
  return webhookPage(visit, {
    webhook,
    health: health.get(webhook.id),
    ...listed,
    isFirst: before === undefined,
    ...{ status, isWrong },
    times,
    notice,
  })
}
