import type { App } from '../../../platform/app/app.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { answerBank } from '../charges/first-charges.ts'
import { expireSession } from '../sessions/sessions.ts'
import type { CheckoutContext } from './context.ts'
import { canTransition } from './progress.ts'

/** The customer leaves: the payment becomes EXPIRED. Does nothing while a charge is under way or when all is over. */
export async function leaveCheckout(app: App, context: CheckoutContext): Promise<void> {
  if (!canTransition(context.stage, 'cancel')) return
  if (context.stage === 'challenge') await answerBank(app, context, false)
  try {
    await expireSession(app, context.customer, context.session)
  } catch (error) {
    // Another tab was faster; the page shows what it made of it.
    if (error instanceof Refusal) return
    throw error
  }
}
