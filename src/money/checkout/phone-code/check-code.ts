import type { Card } from '../../../platform/adapters/card-processor.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { findSavedCard } from '../../charges/saved-cards.ts'
import { rejectPayment } from '../../payments/checkout-changes.ts'
import { recordStep } from '../figures/visit-figures.ts'
import { type CheckoutContext, trySaveProgress } from '../progress/context.ts'
import { letOthersWin } from '../progress/let-others-win.ts'
import { canTransition } from '../progress/progress.ts'
import { judgeTry } from './code-tries.ts'
import { judgeCode } from './phone-code.ts'

/**
 * `moved`: the checkout is at another stage now, its next one or its end. `too_many`: too many wrong codes for the
 * phone; this one was not judged.
 */
type CodeAnswer = 'moved' | 'wrong' | 'too_old' | 'too_many'

/**
 * Checks a typed code. The right code proves the phone: this browser may continue, with the saved card if it has not
 * expired. With test keys the buyer's e-mail may reject the customer now
 * (docs/contract/payment-page.md#test-identities). Throws, and keeps the code, while the payment is locked.
 */
export async function checkCode(app: App, context: CheckoutContext, typed: string): Promise<CodeAnswer> {
  if (!canTransition(context.stage, 'enter_code')) return 'moved'
  const { progress, session, customer, now } = context
  const phoneKey = { isTest: customer.isTest, phone: progress.phone }
  const outcome = await judgeTry(app, phoneKey, () => judgeCode(progress.code, typed, session.id, now))
  if (outcome === 'too_old' || outcome === 'too_many') return outcome
  if (outcome !== 'right') {
    // Saved before the answer, so that simultaneous tries count one by one.
    const wrongTries = progress.code.wrongTries + 1
    const lockedAt = outcome === 'last_wrong' ? now : null
    const saved = await trySaveProgress(app, context, { code: { ...progress.code, wrongTries }, lockedAt })
    return saved && outcome === 'wrong' ? 'wrong' : 'moved'
  }
  // Before the code is marked as used: after a failure the same code can be typed again, and a customer who must be
  // rejected cannot continue.
  if (customer.isTest && isRefusedIdentity(session.payment.order.buyer.email)) {
    await rejectPayment(app, customer, session.payment.id).catch(letOthersWin)
  }
  const card = await findUsableCard(app, context)
  const code = { ...progress.code, hash: null }
  const saved = await trySaveProgress(app, context, { code, browserHash: context.browserHash, card, lastDecline: null })
  if (saved) await recordStep(app, context, 'proved')
  return 'moved'
}

function isRefusedIdentity(email: string): boolean {
  return email.split('@')[0]?.toLowerCase() === 'otp.rejected'
}

async function findUsableCard(app: App, { customer, progress, now }: CheckoutContext): Promise<Card | null> {
  const { merchantId, isTest } = customer
  const saved = await findSavedCard(app, { merchantId, isTest, phone: progress.phone })
  return saved === undefined || isPast(saved.card, now) ? null : saved.card
}

function isPast({ expiryMonth, expiryYear }: Card, now: Instant): boolean {
  const today = new Date(now)
  return expiryYear * 12 + expiryMonth < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1
}
