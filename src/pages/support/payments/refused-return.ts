import { leftToRefund } from '../../../money/payments/payment.ts'
import { refusals } from '../../../money/payments/refusals.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { changedPage } from '../changed-page.ts'
import type { SupportAnswer, SupportVisit } from '../page.ts'
import { type LoadedPayment, loadPayment } from './load-payment.ts'

const changed: readonly string[] = [
  refusals.changed.text,
  refusals.refundNotCaptured.text,
  refusals.refundTooLarge.text,
  refusals.disputed.text,
]

/**
 * Why a return was not asked for, or not decided: somebody was faster, or the payment is no longer as it was when the return was asked for. Throws
 * what is no reason that people are told.
 */
export async function refusedReturn(
  visit: SupportVisit,
  error: unknown,
  step: 'ask' | 'decide',
): Promise<SupportAnswer> {
  if (!(error instanceof Refusal)) throw error
  const { texts } = visit.words
  const loaded = await loadPayment(visit)
  if (error.message === refusals.returnWaits.text) return changedPayment(visit, loaded, texts.returnWaitsLead)
  if (error.message === refusals.returnDecided.text) return changedPayment(visit, loaded, texts.returnDecidedLead)
  if (!changed.includes(error.message)) throw error
  return changedPayment(visit, loaded, step === 'decide' ? texts.askAnewLead : undefined)
}

/** Nothing was done: a dispute holds it back, or for the reason named, or because less or more is left than was seen. */
export function changedPayment(visit: SupportVisit, { payment }: LoadedPayment, why?: string): SupportAnswer {
  const { words } = visit
  const { texts } = words
  const left = words.money(leftToRefund(payment), payment.currency)
  const lead = payment.disputeId === null ? (why ?? texts.paymentChangedLead(left)) : texts.paymentDisputedLead
  return changedPage(visit, { title: texts.paymentChangedTitle, lead, path: `payments/${payment.id}` })
}
