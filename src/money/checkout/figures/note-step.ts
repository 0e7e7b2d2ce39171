import type { App } from '../../../platform/app/app.ts'
import type { CheckoutContext } from '../progress/load-progress.ts'
import { noteOpened, noteProved } from './store.ts'

/**
 * Notes, once for a session, that its page was opened or that its customer has proved a phone: for the merchant's figures. Where that fails it
 * is logged: no customer is stopped for a figure.
 */
export async function noteStep(app: App, context: CheckoutContext, step: 'opened' | 'proved'): Promise<void> {
  const { customer, session, progress, now } = context
  if ((step === 'opened' ? progress.openedAt : progress.provedAt) !== null) return
  const { merchantId, isTest } = customer
  const { id: sessionId, createdAt, payment } = session
  const noted = { merchantId, sessionId, isTest, currency: payment.currency, createdAt, at: now }
  try {
    await app.db.run(step === 'opened' ? noteOpened : noteProved, noted)
  } catch (error) {
    app.log.warn({ err: error, session_id: sessionId, step }, 'could not note a step for the figures')
  }
}
