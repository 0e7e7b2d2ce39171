import { leftToRefund } from '../../../money/payments/payment.ts'
import { refusals as paymentRefusals } from '../../../money/payments/refusals.ts'
import { openReturnRequest } from '../../../money/payments/return-requests/open-return-request.ts'
import { resolveReturnRequest } from '../../../money/payments/return-requests/resolve-return-request.ts'
import type { Decider, ReturnRequest } from '../../../money/payments/return-requests/return-request.ts'
import { getReturnRequest } from '../../../money/payments/return-requests/return-requests.ts'
import { type Currency, formatAmount, readTypedAmount } from '../../../platform/base/money.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import type { WithChange } from '../../../platform/db/db.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { proofPage } from '../../../platform/people/pages/proof-page.ts'
import { isolated } from '../../../platform/ui/words/lang.ts'
import { changedPage } from '../changed-page.ts'
import type { Fields, SupportAnswer, SupportVisit } from '../page.ts'
import { reasonIn } from '../personal.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'
import { idIn } from '../visit.ts'
import { type LoadedPayment, loadPayment } from './load-payment.ts'
import { paymentPage } from './views/payment.ts'

/** One asks for money to be given back by hand: nothing moves before another confirms. */
export async function submitAskReturn(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, words, address, id } = visit
  const { texts } = words
  const loaded = await loadPayment(visit)
  const { actor, payment } = loaded
  const { currency } = payment
  const reason = reasonIn(fields)
  const amountMinor = amountIn(fields['amount'], currency)
  const seenMinor = amountIn(fields['amount_seen'], currency)
  if (seenMinor !== leftToRefund(payment)) return changedPayment(visit, loaded)
  if (amountMinor === undefined || amountMinor <= 0n || amountMinor > seenMinor || reason === undefined) {
    const problem = reason === undefined ? 'reason' : 'amount'
    return { ...(await paymentPage(visit, loaded, { problem, fields })), status: 422 }
  }
  const amount = formatAmount(amountMinor, currency)
  if (!isConfirmed(fields)) {
    const order = isolated(payment.orderReference || id)
    return askPage(visit, {
      ...{ title: texts.askReturn, label: texts.askReturn, to: `payments/${id}/returns`, back: `payments/${id}` },
      sentence: texts.askReturnSentence(words.money(amountMinor, currency), order),
      fields: { amount, amount_seen: formatAmount(seenMinor, currency), reason },
    })
  }
  try {
    const wanted = { amountMinor, seenMinor, reason }
    await openReturnRequest(app, actor, deciderOf(visit), id, wanted, (tx, request_id) => {
      const details = { amount, currency, reason, request_id }
      return recordDone(visit, { what: 'ask_return', onKind: 'payment', onId: id, details }, payment, tx)
    })
  } catch (error) {
    return refusedReturn(visit, error, 'ask')
  }
  return { goTo: address(`payments/${id}`, { done: 'asked' }) }
}

/** Another confirms it, and the money is refunded. Asked once, and asked again who it is. */
export async function submitConfirmReturn(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { words, id } = visit
  const { texts } = words
  const { loaded, asked } = await loadReturn(visit)
  const { payment } = loaded
  const isOwn = asked.askedBy.id === visit.session.personId
  if (isOwn) return { ...(await paymentPage(visit, loaded, { isOwn })), status: 403 }
  if (asked.state !== 'waiting') return changedPayment(visit, loaded, texts.returnDecidedLead)
  if (payment.disputeId === null && leftToRefund(payment) !== asked.seenMinor)
    return changedPayment(visit, loaded, texts.askAnewLead)
  if (!isConfirmed(fields)) {
    const amount = words.money(asked.amountMinor, asked.currency)
    const order = isolated(payment.orderReference || id)
    return askPage(visit, {
      ...{ title: texts.confirmReturn, label: texts.confirmReturn, back: `payments/${id}` },
      sentence: texts.confirmSentence(amount, order, isolated(asked.askedBy.name)),
      to: `payments/${id}/returns/${asked.id}/confirm`,
    })
  }
  return (await proofPage(visit, fields)) ?? decide(visit, loaded, asked, 'confirmed')
}

/** It is taken back, by whoever of support sees that it should not be: nothing is refunded. */
export async function submitWithdrawReturn(visit: SupportVisit): Promise<SupportAnswer> {
  const { loaded, asked } = await loadReturn(visit)
  if (asked.state !== 'waiting') return changedPayment(visit, loaded, visit.words.texts.returnDecidedLead)
  return decide(visit, loaded, asked, 'withdrawn')
}

// What was asked for on the payment of the address, whatever became of it.
async function loadReturn(visit: SupportVisit): Promise<{ loaded: LoadedPayment; asked: ReturnRequest }> {
  const { app, id, request } = visit
  const loaded = await loadPayment(visit)
  const asked = await getReturnRequest(app, loaded.payment.merchantId, idIn(request, 'request'))
  if (asked.paymentId !== id) throw refusals.noSuchPage()
  return { loaded, asked }
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
 * Why a return was not asked for, or not decided: somebody was faster, or the payment is no longer as it was when the return was asked for. Throws
 * what is no reason that people are told.
 */
async function refusedReturn(visit: SupportVisit, error: unknown, step: 'ask' | 'decide'): Promise<SupportAnswer> {
  if (!(error instanceof Refusal)) throw error
  const { texts } = visit.words
  const loaded = await loadPayment(visit)
  if (error.message === paymentRefusals.returnWaits.text) return changedPayment(visit, loaded, texts.returnWaitsLead)
  if (error.message === paymentRefusals.returnDecided.text)
    return changedPayment(visit, loaded, texts.returnDecidedLead)
  if (!changed.includes(error.message)) throw error
  return changedPayment(visit, loaded, step === 'decide' ? texts.askAnewLead : undefined)
}

/** Nothing was done: a dispute holds it back, or for the reason named, or because less or more is left than was seen. */
function changedPayment(visit: SupportVisit, { payment }: LoadedPayment, why?: string): SupportAnswer {
  const { words } = visit
  const { texts } = words
  const left = words.money(leftToRefund(payment), payment.currency)
  const lead = payment.disputeId === null ? (why ?? texts.paymentChangedLead(left)) : texts.paymentDisputedLead
  return changedPage(visit, { title: texts.paymentChangedTitle, lead, path: `payments/${payment.id}` })
}
