import type { App } from '../../../platform/app/app.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import type { Decision } from '../../risk/judge.ts'
import { decisionFrom, listDecisions as list } from '../store/sessions.ts'

/** What was decided about payments of a merchant in one mode before their pages opened; those without a checkout are not there. */
export async function listDecisions(
  app: App,
  { merchantId, isTest }: MerchantMode,
  paymentIds: readonly PaymentId[],
): Promise<ReadonlyMap<PaymentId, Decision>> {
  const rows = await app.db.run(list, { merchantId, isTest, paymentIds })
  return new Map(rows.map((row) => [row.payment_id, decisionFrom(row)]))
}
