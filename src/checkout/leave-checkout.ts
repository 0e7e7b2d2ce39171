import type { App } from '../app/app.ts'
import { Refusal } from '../base/refusals.ts'
import { expireSession } from './expire-session.ts'
import type { Standpoint } from './load-visit.ts'
import { answerBank } from './pay-first-part.ts'
import { canMove } from './visit.ts'

/** The customer leaves: the payment becomes EXPIRED. Does nothing while a charge is under way or when all is over. */
export async function leaveCheckout(app: App, at: Standpoint): Promise<void> {
  if (!canMove(at.stage, 'cancel')) return
  if (at.stage === 'challenge') await answerBank(app, at, false)
  try {
    await expireSession(app, at.customer, at.session)
  } catch (error) {
    // Another tab was faster; the page shows what it made of it.
    if (error instanceof Refusal) return
    throw error
  }
}
