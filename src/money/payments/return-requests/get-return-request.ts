import type { App } from '../../../platform/app/app.ts'
import type { MerchantId } from '../../../platform/base/ids.ts'
import { refusals } from '../refusals.ts'
import { findReturnRequest, returnRequestFrom } from '../store/return-requests.ts'
import type { ReturnRequest } from './return-request.ts'

/** Refuses with 404 one of another merchant. */
export async function getReturnRequest(app: App, merchantId: MerchantId, id: string): Promise<ReturnRequest> {
  const [row] = await app.db.run(findReturnRequest, { merchantId, id })
  if (row === undefined) throw refusals.noSuchReturn()
  return returnRequestFrom(row)
}
