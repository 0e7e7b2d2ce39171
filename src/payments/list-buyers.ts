import type { App } from '../app/app.ts'
import type { MerchantId, PaymentId } from '../base/ids.ts'
import { personalOf } from './personal.ts'
import { listPersonal } from './store/support.ts'

/** What of these payments' orders is personal, as the shop sent it. Others' payments are left out. */
export async function listBuyers(app: App, merchantId: MerchantId, ids: readonly PaymentId[]): Promise<string[]> {
  const rows = ids.length === 0 ? [] : await app.db.run(listPersonal, { merchantId, ids })
  return [...new Set(rows.flatMap(personalOf))]
}
