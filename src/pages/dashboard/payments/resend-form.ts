import { getPayment } from '../../../money/payments/get-payment.ts'
import { parseId } from '../../../platform/base/ids.ts'
import { resendNotification } from '../../../platform/webhooks/notifications/resending.ts'
import { listAnnouncements } from '../../../platform/webhooks/story/list-announcements.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'
import { addressOfPayment } from './payment-address.ts'

/** Sends one of the payment's notifications again, to every webhook that there is now. Refuses with 403 a role that may not see payments. */
export async function submitResend(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor, id } = visit
  const { merchantId, isTest } = actor
  if (!visit.may('see_payments')) throw refusals.roleForbids()
  await getPayment(app, actor, id)
  const wanted = parseId(fields['notification_id'] ?? '')
  const { announcements } = await listAnnouncements(app, actor, id)
  if (wanted === undefined || !announcements.some((told) => told.id === wanted)) throw refusals.noSuchPage()
  const webhooks = await resendNotification(app, merchantId, wanted, isTest)
  const details = { notification_id: wanted, webhooks }
  await recordDone(visit, { what: 'resend_notification', onKind: 'payment', onId: id, details })
  return { goTo: addressOfPayment(visit, id, { done: webhooks === 0 ? 'resend-nowhere' : 'resend' }) }
}
