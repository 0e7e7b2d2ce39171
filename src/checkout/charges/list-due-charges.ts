import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import { listDueCharges as listRows } from '../store/charges.ts'

export interface DueCharge {
  readonly merchantId: MerchantId
  readonly id: string
}

/** The charges whose time to be checked has come by the database's clock, whosever they are, the longest overdue first. */
export async function listDueCharges(app: App, most: number): Promise<DueCharge[]> {
  const rows = await app.db.run(listRows, { most })
  return rows.map(({ merchant_id, id }) => ({ merchantId: merchant_id, id }))
}
