import { resendNotification } from '../../../platform/webhooks/notifications/resending.ts'
import { listAnnouncements } from '../../../platform/webhooks/story/list-announcements.ts'
import type { Fields, SupportAnswer, SupportVisit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'
import { idIn } from '../visit.ts'
import { loadPayment } from './load-payment.ts'

/** Sends one of the payment's notifications again, to every webhook that there is now. */
export async function submitResend(visit: SupportVisit, _: Fields): Promise<SupportAnswer> {
  const { app, address, id, request } = visit
  const { actor } = await loadPayment(visit)
  const { merchantId, isTest } = actor
  const wanted = idIn(request, 'notification')
  const { announcements } = await listAnnouncements(app, actor, id)
  if (!announcements.some((told) => told.id === wanted)) throw refusals.noSuchPage()
  const webhooks = await resendNotification(app, merchantId, wanted, isTest)
  const details = { notification_id: wanted, webhooks }
  await recordDone(visit, { what: 'resend_notification', onKind: 'payment', onId: id, details }, { merchantId, isTest })
  return { goTo: address(`payments/${id}`, { done: webhooks === 0 ? 'resend-nowhere' : 'resend' }) }
}
