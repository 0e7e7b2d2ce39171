import { completeNotification } from '../../../money/payments/notification.ts'
import { getDelivery } from '../../../platform/webhooks/notifications/notifications.ts'
import { listSigningSecrets } from '../../../platform/webhooks/secrets/signing-secrets.ts'
import { discloseEvent } from '../../back-office/disclosure/disclose-delivery.ts'
import type { Answer, Visit } from '../page.ts'
import { storeTimesOf } from '../store-times.ts'
import { eventIdOf, findOwnWebhook } from './own-webhooks.ts'
import { readShownHeader } from './shown-header.ts'
import { deliveryPage } from './views/delivery.ts'

/** One event as one webhook was sent it: the request, and what was answered to every attempt. */
export async function viewDelivery(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const webhook = await findOwnWebhook(visit)
  const { merchantId } = actor
  const [found, secrets, times, header] = await Promise.all([
    getDelivery(app, completeNotification, actor, { webhookId: webhook.id, id: eventIdOf(visit) }),
    listSigningSecrets(app, { merchantId, storeId: webhook.storeId }),
    storeTimesOf(visit),
    readShownHeader(visit, webhook),
  ])
  const done = visit.query('done')
  const event = discloseEvent(visit, found)
  return deliveryPage(visit, { webhook, event, header, isSigned: secrets.length > 0, times, done })
}
