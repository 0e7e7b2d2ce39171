import type { Card } from '../adapters/card-processor.ts'
import type { App } from '../app/app.ts'
import { Refusal } from '../base/refusals.ts'
import type { Instant } from '../base/times.ts'
import { rejectPayment } from '../payments/decide-payment.ts'
import { type Standpoint, trySaveVisit } from './load-visit.ts'
import { judgeCode } from './phone-code.ts'
import { cardFrom, findSavedCard } from './store/visits.ts'
import { canMove } from './visit.ts'

/** `moved`: the session stands elsewhere now, at its next step or at its end. */
export type CodeAnswer = 'moved' | 'wrong' | 'too_old'

/**
 * Judges a typed code. The right one proves the phone: this browser may go on, with the card that the customer used last if it
 * is still good. With test keys the buyer's e-mail may say that the customer is refused now (decisions section 5).
 */
export async function checkCode(app: App, at: Standpoint, typed: string): Promise<CodeAnswer> {
  if (!canMove(at.stage, 'enter_code')) return 'moved'
  const { visit, session, customer, now } = at
  const outcome = judgeCode(visit.code, typed, session.id, now)
  if (outcome === 'too_old') return 'too_old'
  if (outcome !== 'right') {
    // Saved before the answer is given: tries made at the same moment count one by one.
    const wrongTries = visit.code.wrongTries + 1
    const lockedAt = outcome === 'last_wrong' ? now : null
    const saved = await trySaveVisit(app, at, { code: { ...visit.code, wrongTries }, lockedAt })
    return saved && outcome === 'wrong' ? 'wrong' : 'moved'
  }
  const card = await findKnownCard(app, at)
  const code = { ...visit.code, hash: null }
  const saved = await trySaveVisit(app, at, { code, browserHash: at.browserHash, card, lastDecline: null })
  if (saved && customer.isTest && isRefusedIdentity(session.payment.order.buyer.email)) {
    await rejectPayment(app, customer, session.payment.id).catch(letOthersWin)
  }
  return 'moved'
}

// Another tab, the shop or the time was faster; the page shows what it made of the payment.
function letOthersWin(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

function isRefusedIdentity(email: string): boolean {
  return email.split('@')[0]?.toLowerCase() === 'otp.rejected'
}

async function findKnownCard(app: App, { customer, visit, now }: Standpoint): Promise<Card | null> {
  const [row] = await app.db.run(findSavedCard, [customer.merchantId, customer.isTest, visit.phone])
  if (row === undefined) return null
  const card = cardFrom(row)
  return isPast(card, now) ? null : card
}

function isPast({ expiryMonth, expiryYear }: Card, now: Instant): boolean {
  const today = new Date(now)
  return expiryYear * 12 + expiryMonth < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1
}
