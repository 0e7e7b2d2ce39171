import type { App } from '../../../platform/app/app.ts'
import { progressRow, saveProgress } from '../store/progress.ts'
import type { CheckoutContext } from './load-progress.ts'
import type { CheckoutProgress } from './progress.ts'

/** Saves what changed about a customer's progress; false, and nothing written, when another tab or click was faster. */
export async function trySaveProgress(
  app: App,
  { customer, session, progress }: CheckoutContext,
  changes: Partial<CheckoutProgress>,
): Promise<boolean> {
  const key = { merchantId: customer.merchantId, sessionId: session.id }
  const saved = await app.db.run(saveProgress, { ...key, ...progressRow({ ...progress, ...changes }) })
  return saved.length === 1
}
