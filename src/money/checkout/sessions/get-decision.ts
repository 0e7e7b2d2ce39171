import type { App } from '../../../platform/app/app.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { refusals } from '../../payments/refusals.ts'
import type { Decision } from '../../risk/judge.ts'
import { decisionFrom, findDecision } from '../store/sessions.ts'

/**
 * What was decided about a payment before its page opened, and by which rules; of sessions from before rules were kept, only the
 * outcome. Refuses with 404 a payment of another merchant or of the other mode.
 */
export async function getDecision(app: App, { merchantId, isTest }: Actor, paymentId: PaymentId): Promise<Decision> {
  const [found] = await app.db.run(findDecision, { merchantId, paymentId, isTest })
  if (found === undefined) throw refusals.noSuchPayment()
  return decisionFrom(found)
}
