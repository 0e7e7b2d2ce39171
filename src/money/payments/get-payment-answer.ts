import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { getPayment } from './get-payment.ts'
import {
  forgetPayment,
  isUnchanged,
  type KnownAnswer,
  recallPayment,
  rememberPayment,
  wholePayment,
} from './known-payments.ts'
import type { Payment } from './payment.ts'
import { isDue } from './transitions/capture.ts'
import { paymentWire } from './wire.ts'

/**
 * Returns the payment as JSON, with the refusals of `getPayment`. Answers from memory after the database has confirmed
 * that the known version is still current (docs/decisions/0099-answers-of-a-version.md).
 */
export async function getPaymentAnswer(app: App, actor: Actor, id: PaymentId): Promise<string> {
  const known = recallPayment(app, actor, id)
  if (known !== undefined && !isDue(known.payment, nowFor(app, actor))) {
    const { payment, answer } = known
    if (await isUnchanged(app, payment)) {
      // Time may have passed while the database was asked.
      const at = nowFor(app, actor)
      if (answer !== undefined && answer.from <= at && at < answer.until) return answer.json
      if (!isDue(payment, at)) return answerAt(app, wholePayment(known), at)
    } else forgetPayment(app, payment)
  }
  return answerAt(app, await getPayment(app, actor, id), nowFor(app, actor))
}

function answerAt(app: App, payment: Payment, at: Instant): string {
  const answer: KnownAnswer = {
    json: JSON.stringify(paymentWire(payment, at)),
    from: at,
    until: nextMoment(payment, at),
  }
  rememberPayment(app, payment, answer)
  return answer.json
}

// The answer changes with time alone in two cases: the payment becomes due, or its authorization expires and
// `cancelable` becomes false.
function nextMoment({ dueAt, expiresAt }: Payment, at: Instant): Instant {
  return Math.min(dueAt ?? Number.POSITIVE_INFINITY, expiresAt > at ? expiresAt : Number.POSITIVE_INFINITY)
}
