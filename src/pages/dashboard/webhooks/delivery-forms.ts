import { completeNotification } from '../../../money/payments/notification.ts'
import { formatMilliseconds } from '../../../platform/base/times.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { getDelivery } from '../../../platform/webhooks/notifications/notifications.ts'
import { resendNotification, resendNotifications } from '../../../platform/webhooks/notifications/resending.ts'
import { sendTestEvent } from '../../../platform/webhooks/notifications/test-event.ts'
import { listSigningSecrets } from '../../../platform/webhooks/secrets/signing-secrets.ts'
import { discloseEvent } from '../../back-office/disclosure/disclose-delivery.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { storeTimesOf } from '../times.ts'
import { recordDone } from '../visit.ts'
import { eventIdOf, findOwnWebhook, hostOf, type OwnWebhook, readMaskedHeader } from './own-webhooks.ts'
import { showWebhook } from './view-webhook.ts'
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
  return deliveryPage(visit, { webhook, event, header, isSigned: secrets.length > 0, times, done })
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

/** Resends all events of a range of time after a confirmation, the earliest first. */
export async function submitResendRange(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor, words } = visit
  const { texts } = words
  const webhook = await findOwnWebhook(visit)
  if (webhook.disabledAt !== null) return disabled(visit, webhook)
  const times = await storeTimesOf(visit)
  const from = times.parse(fields['from'] ?? '')
  const to = times.parse(fields['to'] ?? '')
  if (from === undefined || to === undefined || to < from)
    return { ...(await showWebhook(visit, webhook, { isRangeWrong: true, fields })), status: 422 }
  const range = { from: times.moment(from), to: times.moment(to) }
  if (!isConfirmed(fields)) {
    return askPage(visit, {
      title: texts.resendRange,
      sentence: texts.askResendRange(range.from, range.to, webhook.url),
      label: texts.hookResend,
      to: `webhooks/${webhook.id}/resend`,
      back: `webhooks/${webhook.id}`,
      fields: { from: fields['from'] ?? '', to: fields['to'] ?? '' },
    })
  }
  // The range includes the typed last minute.
  const { deliveries } = await resendNotifications(app, actor.merchantId, from, to + 59_999, webhook.id)
  // Instants, because the log is read in several languages.
  const details = {
    from: formatMilliseconds(from),
    to: formatMilliseconds(to),
    events: deliveries,
    host: hostOf(webhook),
  }
  await recordDone(visit, { what: 'resend_notifications', onKind: 'webhook', onId: webhook.id, details })
  return { goTo: visit.address(`webhooks/${webhook.id}`, { done: 'resent', count: String(deliveries) }) }
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
