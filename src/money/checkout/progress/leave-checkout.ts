import type { App } from '../../../platform/app/app.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { answerBank } from '../charges/first-charges.ts'
import { expireSession } from '../sessions/sessions.ts'
import type { CheckoutContext } from './context.ts'
import { canTransition } from './progress.ts'

/** Expires the payment of a customer who leaves. Does nothing while a charge is in flight, or after the end. */
export async function leaveCheckout(app: App, context: CheckoutContext): Promise<void> {
  if (!canTransition(context.stage, 'cancel')) return
  if (context.stage === 'challenge') await answerBank(app, context, false)
  try {
    await expireSession(app, context.customer, context.session)
  } catch (error) {
    // Another tab was faster; the page shows the result.
    if (error instanceof Refusal) return
    throw error
  }
}
