import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import { refusals } from '../refusals.ts'
import { adminRequestFrom, findAdminRequest } from '../store/admin-requests.ts'
import type { AdminRequest } from './admin-request.ts'

/** Returns a request. Refuses with 404 one of another merchant. */
export async function getAdminRequest(app: App, merchantId: MerchantId, id: string): Promise<AdminRequest> {
  const [row] = await app.db.run(findAdminRequest, { merchantId, id })
  if (row === undefined) throw refusals.noSuchAdminRequest()
  return adminRequestFrom(row)
}
