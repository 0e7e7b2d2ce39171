import { completeNotification } from '../../../money/payments/notification.ts'
import { getDelivery } from '../../../platform/webhooks/notifications/notifications.ts'
import { resendNotification } from '../../../platform/webhooks/notifications/resending.ts'
import { sendTestEvent } from '../../../platform/webhooks/notifications/test-event.ts'
import { listSigningSecrets } from '../../../platform/webhooks/secrets/signing-secrets.ts'
import { discloseEvent } from '../../back-office/disclosure/disclose-delivery.ts'
import type { Answer, Visit } from '../page.ts'
import { storeTimesOf } from '../times.ts'
import { recordDone } from '../visit.ts'
import { eventIdOf, findOwnWebhook, hostOf, type OwnWebhook, readMaskedHeader } from './own-webhooks.ts'
import { orderNumbersOf, showWebhook } from './view-webhook.ts'
import { deliveryPage } from './views/delivery.ts'

/** Shows one event's delivery to one webhook: the request, and the answer to each attempt. */
export async function viewDelivery(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const webhook = await findOwnWebhook(visit)
  const { merchantId } = actor
  const [found, secrets, times, header] = await Promise.all([
    getDelivery(app, completeNotification, actor, { webhookId: webhook.id, id: eventIdOf(visit) }),
    listSigningSecrets(app, { merchantId, storeId: webhook.store.id }),
    storeTimesOf(visit),
    readMaskedHeader(visit, webhook),
  ])
  const done = visit.query('done')
  const event = discloseEvent(visit, found)
  const { paymentId } = event.notification
  const orderNumber = (await orderNumbersOf(visit, [paymentId])).get(paymentId)
  return deliveryPage(visit, { webhook, event, orderNumber, header, isSigned: secrets.length > 0, times, done })
}

/** Sends one event to the webhook again. */
export async function submitResend(visit: Visit): Promise<Answer> {
  const { app, actor, isTest } = visit
  const webhook = await findOwnWebhook(visit)
  const event = eventIdOf(visit)
  await getDelivery(app, completeNotification, actor, { webhookId: webhook.id, id: event })
  if (webhook.disabledAt !== null) return disabled(visit, webhook)
  await resendNotification(app, actor.merchantId, event, isTest, webhook.id)
  await recordDone(visit, {
    what: 'resend_notification',
    onKind: 'webhook',
    onId: webhook.id,
    details: { host: hostOf(webhook), event },
  })
  return { goTo: visit.address(`webhooks/${webhook.id}/events/${event}`, { done: 'resent' }) }
}

/** Sends the webhook a test event. */
export async function submitTestEvent(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const webhook = await findOwnWebhook(visit)
  if (webhook.disabledAt !== null) return disabled(visit, webhook)
  const event = await sendTestEvent(app, actor, webhook, webhook.store)
  await recordDone(visit, {
    what: 'send_test_event',
    onKind: 'webhook',
    onId: webhook.id,
    details: { host: hostOf(webhook), event },
  })
  return { goTo: visit.address(`webhooks/${webhook.id}/events/${event}`, { done: 'tested' }) }
}

async function disabled(visit: Visit, webhook: OwnWebhook): Promise<Answer> {
  return { ...(await showWebhook(visit, webhook, { isDisabled: true })), status: 409 }
}
