import { decideReferral } from '../../../money/payments/decide-referral.ts'
import { isReferred } from '../../../money/payments/payment.ts'
import { refusals as paymentRefusals } from '../../../money/payments/refusals.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { shortText } from '../../../platform/base/texts.ts'
import { endClaim } from '../../../platform/people/claims/claims.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { isolated } from '../../../platform/ui/words/lang.ts'
import { changedPage } from '../changed-page.ts'
import { answerTaken } from '../claims/answer-taken.ts'
import type { Fields, SupportAnswer, SupportForm, SupportVisit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { loadPayment } from './load-payment.ts'

/** The forms of a referred order: approve it, and decline it after a confirmation. */
export const referralForms: readonly SupportForm[] = [
  { path: '/payments/:id/approve', submit: (visit) => decide(visit, 'approve') },
  { path: '/payments/:id/decline', submit: submitDecline },
]

async function submitDecline(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  if (isConfirmed(fields)) return decide(visit, 'decline')
  const { words, id } = visit
  const { texts } = words
  const { payment } = await loadPayment(visit)
  const taken = await answerTaken(visit, payment, `payments/${id}`)
  if (taken !== undefined) return taken
  if (!isReferred(payment)) return decidedPage(visit)
  const order = isolated(shortText(payment.orderReference, 60) || id)
  return askPage(visit, {
    ...{
      title: texts.declineReferral,
      label: texts.declineReferral,
      to: `payments/${id}/decline`,
      back: `payments/${id}`,
    },
    sentence: texts.declineReferralSentence(words.money(payment.amountMinor, payment.currency), order),
  })
}

/** Decides, and logs it in the same transaction. Answers 409 if the order is not referred any more. */
async function decide(visit: SupportVisit, decision: 'approve' | 'decline'): Promise<SupportAnswer> {
  const { app, address, id } = visit
  const { actor, payment } = await loadPayment(visit)
  const taken = await answerTaken(visit, payment, `payments/${id}`)
  if (taken !== undefined) return taken
  const what = decision === 'approve' ? 'approve_order' : 'decline_order'
  try {
    await decideReferral(app, actor, id, decision, (tx) =>
      recordDone(visit, { what, onKind: 'payment', onId: id }, actor, tx),
    )
  } catch (error) {
    if (error instanceof Refusal && overtaken.includes(error.message)) return decidedPage(visit)
    throw error
  }
  await endClaim(app, id)
  return { goTo: address(`payments/${id}`, { done: decision === 'approve' ? 'approved' : 'declined' }) }
}

/** Another agent, the customer or the time was faster. */
const overtaken: readonly string[] = [paymentRefusals.notReferred.text, paymentRefusals.locked.text]

function decidedPage(visit: SupportVisit): SupportAnswer {
  const { texts } = visit.words
  return changedPage(visit, {
    title: texts.paymentChangedTitle,
    lead: texts.referralDecidedLead,
    path: `payments/${visit.id}`,
  })
}
