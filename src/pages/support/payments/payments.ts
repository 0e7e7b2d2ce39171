import { parseNext } from '../../../platform/people/back-office.ts'
import { openForReason } from '../../../platform/people/openings.ts'
import { resendNotification } from '../../../platform/webhooks/notifications/resending.ts'
import { listAnnouncements } from '../../../platform/webhooks/story/list-announcements.ts'
import type { Fields, Section, SupportAnswer, SupportVisit } from '../page.ts'
import { caseOfPayment, reasonIn } from '../personal.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'
import { idIn } from '../visit.ts'
import { loadPayment } from './load-payment.ts'
import { submitAskReturn, submitConfirmReturn, submitWithdrawReturn } from './return-forms.ts'
import { paymentPage } from './views/payment.ts'

/** A payment's whole story, whosesoever it is, and money that is given back by hand. */
export const payments: Section = {
  pages: [{ path: '/payments/:id', view: viewPayment }],
  forms: [
    { path: '/payments/:id/open', submit: submitOpen },
    { path: '/payments/:id/notifications/:notification/resend', submit: submitResend },
    { path: '/payments/:id/returns', submit: submitAskReturn },
    { path: '/payments/:id/returns/:request/confirm', submit: submitConfirmReturn },
    { path: '/payments/:id/returns/:request/withdraw', submit: submitWithdrawReturn },
  ],
}

/** The page of one payment. */
async function viewPayment(visit: SupportVisit): Promise<SupportAnswer> {
  return paymentPage(visit, await loadPayment(visit), { done: visit.query('done') })
}

/** Shows who a payment is about, and its disputes, to this session from now on. */
async function submitOpen(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, session, address, id } = visit
  const { payment, isOpen } = await loadPayment(visit)
  const next = parseNext('support', fields['next']) ?? address(`payments/${id}`)
  const reason = reasonIn(fields)
  if (reason === undefined) return { goTo: `${next.split('?')[0]}?reason=missing` }
  if (!isOpen) await openForReason(app, session, caseOfPayment(payment), reason)
  return { goTo: next }
}

/** Sends one of the payment's notifications again, to every webhook that there is now. */
async function submitResend(visit: SupportVisit, _: Fields): Promise<SupportAnswer> {
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
