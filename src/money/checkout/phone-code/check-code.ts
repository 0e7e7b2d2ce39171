import type { Card } from '../../../platform/adapters/card-processor.ts'
import type { App } from '../../../platform/app/app.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { findSavedCard } from '../../charges/saved-cards.ts'
import { rejectPayment } from '../../payments/checkout-changes.ts'
import { recordStep } from '../figures/visit-figures.ts'
import { type CheckoutContext, trySaveProgress } from '../progress/context.ts'
import { canTransition } from '../progress/progress.ts'
import { judgeTry } from './code-tries.ts'
import { judgeCode } from './phone-code.ts'

/**
 * `moved`: the checkout is at another stage now, its next one or its end. `too_many`: too many wrong codes for the phone; this one was not
 * judged.
 */
type CodeAnswer = 'moved' | 'wrong' | 'too_old' | 'too_many'

/**
 * Judges a typed code. The right one proves the phone: this browser may go on, with the card that the customer used last if it is
 * still good. With test keys the buyer's e-mail may say that the customer is refused now
 * (docs/contract/payment-page.md#test-identities); fails, with the code as it was, while somebody holds the payment.
 */
export async function checkCode(app: App, context: CheckoutContext, typed: string): Promise<CodeAnswer> {
  if (!canTransition(context.stage, 'enter_code')) return 'moved'
  const { progress, session, customer, now } = context
  const phoneKey = { isTest: customer.isTest, phone: progress.phone }
  const outcome = await judgeTry(app, phoneKey, () => judgeCode(progress.code, typed, session.id, now))
  if (outcome === 'too_old' || outcome === 'too_many') return outcome
  if (outcome !== 'right') {
    // Saved before the answer is given: tries made at the same moment count one by one.
    const wrongTries = progress.code.wrongTries + 1
    const lockedAt = outcome === 'last_wrong' ? now : null
    const saved = await trySaveProgress(app, context, { code: { ...progress.code, wrongTries }, lockedAt })
    return saved && outcome === 'wrong' ? 'wrong' : 'moved'
  }
  // Before the code is used up: where that fails, the same code is typed again, and nobody goes on who was to be refused.
  if (customer.isTest && isRefusedIdentity(session.payment.order.buyer.email)) {
    await rejectPayment(app, customer, session.payment.id).catch(letOthersWin)
  }
  const card = await findUsableCard(app, context)
  const code = { ...progress.code, hash: null }
  const saved = await trySaveProgress(app, context, { code, browserHash: context.browserHash, card, lastDecline: null })
  if (saved) await recordStep(app, context, 'proved')
  return 'moved'
}

// Another tab, the shop or the time was faster; the page shows what it made of the payment. Who only holds it has made nothing of it.
function letOthersWin(error: unknown): void {
  if (!(error instanceof Refusal) || error.kind === 'conflict') throw error
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
