import { leftToRefund } from '../../../money/payments/payment.ts'
import { refusals as paymentRefusals } from '../../../money/payments/refusals.ts'
import { openReturnRequest } from '../../../money/payments/return-requests/open-return-request.ts'
import { resolveReturnRequest } from '../../../money/payments/return-requests/resolve-return-request.ts'
import type { Decider, ReturnRequest } from '../../../money/payments/return-requests/return-request.ts'
import { getReturnRequest } from '../../../money/payments/return-requests/return-requests.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import { formatAmount, readTypedAmount } from '../../../platform/base/money.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { shortText } from '../../../platform/base/texts.ts'
import type { WithChange } from '../../../platform/db/db.ts'
import { endClaim } from '../../../platform/people/claims/claims.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { proofPage } from '../../../platform/people/pages/proof-page.ts'
import { isolated } from '../../../platform/ui/words/lang.ts'
import { idIn } from '../../back-office/visit.ts'
import { changedPage } from '../changed-page.ts'
import { answerTaken } from '../claims/answer-taken.ts'
import type { Fields, SupportAnswer, SupportVisit } from '../page.ts'
import { reasonIn } from '../personal.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'
import { type LoadedPayment, loadPayment } from './load-payment.ts'
import { paymentPage } from './views/payment.ts'

/**
 * Requests a refund by hand. No money moves before another agent confirms. Answers 409 if the refundable amount has
 * changed.
 */
export async function submitReturnRequest(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, words, address, id } = visit
  const { texts } = words
  const loaded = await loadPayment(visit)
  const { actor, payment } = loaded
  const { currency } = payment
  const reason = reasonIn(fields)
  const amountMinor = amountIn(fields['amount'], currency)
  const shownMinor = amountIn(fields['amount_seen'], currency)
  if (shownMinor !== leftToRefund(payment)) return changedPayment(visit, loaded)
  if (amountMinor === undefined || amountMinor <= 0n || amountMinor > shownMinor || reason === undefined) {
    const problem = reason === undefined ? 'reason' : 'amount'
    return { ...(await paymentPage(visit, loaded, { problem, fields })), status: 422 }
  }
  const amount = formatAmount(amountMinor, currency)
  if (!isConfirmed(fields)) {
    const order = isolated(shortText(payment.orderReference, 60) || id)
    return askPage(visit, {
      ...{ title: texts.askReturn, label: texts.askReturn, to: `payments/${id}/returns`, back: `payments/${id}` },
      sentence: texts.askReturnSentence(words.money(amountMinor, currency), order),
      fields: { amount, amount_seen: formatAmount(shownMinor, currency), reason },
    })
  }
  try {
    const newRequest = { amountMinor, expectedLeftMinor: shownMinor, reason }
    await openReturnRequest(app, actor, deciderOf(visit), id, newRequest, (tx, request_id) => {
      const details = { amount, currency, reason, request_id }
      return recordDone(visit, { what: 'ask_return', onKind: 'payment', onId: id, details }, payment, tx)
    })
  } catch (error) {
    return refusedReturn(visit, error, 'request')
  }
  return { goTo: address(`payments/${id}`, { done: 'asked' }) }
}

/**
 * Confirms another agent's request and refunds, after a confirmation and a second factor. Refuses with 403 one's own
 * request.
 */
export async function submitConfirmReturn(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { words, id } = visit
  const { texts } = words
  const { loaded, returnRequest } = await loadReturn(visit)
  const { payment } = loaded
  const isOwn = returnRequest.requestedBy.id === visit.session.personId
  if (isOwn) return { ...(await paymentPage(visit, loaded, { isOwn })), status: 403 }
  if (returnRequest.state !== 'waiting') return changedPayment(visit, loaded, texts.returnDecidedLead)
  const taken = await answerTaken(visit, payment, `payments/${id}`)
  if (taken !== undefined) return taken
  if (payment.disputeId === null && leftToRefund(payment) !== returnRequest.expectedLeftMinor)
    return changedPayment(visit, loaded, texts.askAnewLead)
  if (!isConfirmed(fields)) {
    const amount = words.money(returnRequest.amountMinor, returnRequest.currency)
    const order = isolated(shortText(payment.orderReference, 60) || id)
    return askPage(visit, {
      ...{ title: texts.confirmReturn, label: texts.confirmReturn, back: `payments/${id}` },
      sentence: texts.confirmSentence(amount, order, isolated(returnRequest.requestedBy.name)),
      to: `payments/${id}/returns/${returnRequest.id}/confirm`,
    })
  }
  return (await proofPage(visit, fields)) ?? decide(visit, loaded, returnRequest, 'confirmed')
}

/** Withdraws a request. Any agent may do this. Nothing is refunded. */
export async function submitWithdrawReturn(visit: SupportVisit): Promise<SupportAnswer> {
  const { loaded, returnRequest } = await loadReturn(visit)
  if (returnRequest.state !== 'waiting') return changedPayment(visit, loaded, visit.words.texts.returnDecidedLead)
  const taken = await answerTaken(visit, loaded.payment, `payments/${visit.id}`)
  return taken ?? decide(visit, loaded, returnRequest, 'withdrawn')
}

// The request may be in any state. It must belong to the payment of the address.
async function loadReturn(visit: SupportVisit): Promise<{ loaded: LoadedPayment; returnRequest: ReturnRequest }> {
  const { app, id, request } = visit
  const loaded = await loadPayment(visit)
  const returnRequest = await getReturnRequest(app, loaded.payment.merchantId, idIn(request, 'request'))
  if (returnRequest.paymentId !== id) throw refusals.noSuchPage()
  return { loaded, returnRequest }
}

async function decide(
  visit: SupportVisit,
  { actor }: LoadedPayment,
  { id: request_id, amountMinor, currency }: ReturnRequest,
  state: 'confirmed' | 'withdrawn',
): Promise<SupportAnswer> {
  const { app, id, address } = visit
  const details = { amount: formatAmount(amountMinor, currency), currency, request_id }
  const what = state === 'confirmed' ? 'confirm_return' : 'withdraw_return'
  const note: WithChange = (tx) => recordDone(visit, { what, onKind: 'payment', onId: id, details }, actor, tx)
  try {
    await resolveReturnRequest(app, actor, deciderOf(visit), request_id, state, note)
  } catch (error) {
    return refusedReturn(visit, error, 'decide')
  }
  await endClaim(app, id)
  return { goTo: address(`payments/${id}`, { done: state }) }
}

function deciderOf({ session }: SupportVisit): Decider {
  return { id: session.personId, name: session.email }
}

function amountIn(text: string | undefined, currency: Currency): bigint | undefined {
  const minor = readTypedAmount(text ?? '', currency)
  return typeof minor === 'bigint' ? minor : undefined
}

const changed: readonly string[] = [
  paymentRefusals.changed.text,
  paymentRefusals.refundNotCaptured.text,
  paymentRefusals.refundTooLarge.text,
  paymentRefusals.disputed.text,
]

/**
 * Returns the 409 page for a refused request or decision: another agent was faster, or the payment has changed.
 * Throws every other error again.
 */
async function refusedReturn(visit: SupportVisit, error: unknown, step: 'request' | 'decide'): Promise<SupportAnswer> {
  if (!(error instanceof Refusal)) throw error
  const { texts } = visit.words
  const loaded = await loadPayment(visit)
  if (error.message === paymentRefusals.returnWaits.text) return changedPayment(visit, loaded, texts.returnWaitsLead)
  if (error.message === paymentRefusals.returnDecided.text)
    return changedPayment(visit, loaded, texts.returnDecidedLead)
  if (!changed.includes(error.message)) throw error
  return changedPayment(visit, loaded, step === 'decide' ? texts.askAnewLead : undefined)
}

/** Returns the 409 page: a dispute blocks the refund, or `why`, or the refundable amount has changed. */
function changedPayment(visit: SupportVisit, { payment }: LoadedPayment, why?: string): SupportAnswer {
  const { words } = visit
  const { texts } = words
  const left = words.money(leftToRefund(payment), payment.currency)
  const lead = payment.disputeId === null ? (why ?? texts.paymentChangedLead(left)) : texts.paymentDisputedLead
  return changedPage(visit, { title: texts.paymentChangedTitle, lead, path: `payments/${payment.id}` })
}
