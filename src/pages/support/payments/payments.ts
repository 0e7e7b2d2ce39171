import { makeEvidence } from '../../../money/evidence/evidence.ts'
import { parseNext } from '../../../platform/people/back-office.ts'
import { openForReason } from '../../../platform/people/openings.ts'
import { resendNotification } from '../../../platform/webhooks/notifications/resending.ts'
import { listAnnouncements } from '../../../platform/webhooks/story/list-announcements.ts'
import { idIn } from '../../back-office/visit.ts'
import type { Fields, Section, SupportAnswer, SupportVisit } from '../page.ts'
import { caseOfPayment, reasonIn } from '../personal.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'
import { loadPayment } from './load-payment.ts'
import { referralForms } from './referral-forms.ts'
import { submitConfirmReturn, submitReturnRequest, submitWithdrawReturn } from './return-forms.ts'
import { paymentPage } from './views/payment.ts'

/** Payments of any merchant: story, notifications, decisions about referred orders, and refunds by hand. */
export const payments: Section = {
  pages: [
    { path: '/payments/:id', view: viewPayment },
    { path: '/payments/:id/evidence', view: sendEvidence },
  ],
  forms: [
    { path: '/payments/:id/open', submit: submitOpen },
    { path: '/payments/:id/notifications/:notification/resend', submit: submitResend },
    ...referralForms,
    { path: '/payments/:id/returns', submit: submitReturnRequest },
    { path: '/payments/:id/returns/:request/confirm', submit: submitConfirmReturn },
    { path: '/payments/:id/returns/:request/withdraw', submit: submitWithdrawReturn },
  ],
}

/** The page of one payment. */
async function viewPayment(visit: SupportVisit): Promise<SupportAnswer> {
  return paymentPage(visit, await loadPayment(visit), { done: visit.query('done') })
}

/** Sends the signed evidence about the payment as a file. Refuses until the session has given a reason. */
async function sendEvidence(visit: SupportVisit): Promise<SupportAnswer> {
  const { app, id } = visit
  const { actor, isOpen } = await loadPayment(visit)
  if (!isOpen) throw refusals.personalClosed()
  const body = await makeEvidence(app, id)
  if (body === undefined) throw refusals.noSuchPage()
  const { merchantId, isTest } = actor
  await recordDone(visit, { what: 'export_evidence', onKind: 'payment', onId: id }, { merchantId, isTest })
  return { file: { name: `evidence-${id}.json`, type: 'application/json; charset=utf-8', body: Buffer.from(body) } }
}

/** Opens the personal data of a payment and its disputes for this session. Asks again if the reason is missing. */
async function submitOpen(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, session, address, id } = visit
  const { payment, isOpen } = await loadPayment(visit)
  const next = parseNext('support', fields['next']) ?? address(`payments/${id}`)
  const reason = reasonIn(fields)
  if (reason === undefined) return { goTo: `${next.split('?')[0]}?reason=missing` }
  if (!isOpen) await openForReason(app, session, caseOfPayment(payment), reason)
  return { goTo: next }
}

/** Resends one of the payment's notifications to every current webhook. */
async function submitResend(visit: SupportVisit, _: Fields): Promise<SupportAnswer> {
  const { app, address, id, request } = visit
  const { actor } = await loadPayment(visit)
  const { merchantId, isTest } = actor
  const notificationId = idIn(request, 'notification')
  const { announcements } = await listAnnouncements(app, actor, id)
  if (!announcements.some(({ id: one }) => one === notificationId)) throw refusals.noSuchPage()
  const webhooks = await resendNotification(app, merchantId, notificationId, isTest)
  const details = { notification_id: notificationId, webhooks }
  await recordDone(visit, { what: 'resend_notification', onKind: 'payment', onId: id, details }, { merchantId, isTest })
  return { goTo: address(`payments/${id}`, { done: webhooks === 0 ? 'resend-nowhere' : 'resend' }) }
}
