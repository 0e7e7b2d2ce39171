import type { App } from '../../app/app.ts'
import type { MerchantId, PaymentId } from '../../base/ids.ts'
import { listPaymentsOfSessions as list } from '../store/sessions.ts'

/** The payments whose checkout sessions, or the links to them, have one of these ids. Others' are left out. */
export async function listPaymentsOfSessions(
  app: App,
  merchantId: MerchantId,
  ids: readonly string[],
): Promise<PaymentId[]> {
  const rows = ids.length === 0 ? [] : await app.db.run(list, { merchantId, ids })
  return rows.map(({ payment_id }) => payment_id)
}
