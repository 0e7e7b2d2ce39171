import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { adminRequestFrom, listWaitingAdminRequests as list } from '../store/admin-requests.ts'
import type { WaitingAdminRequest } from './admin-request.ts'

export type ListedAdminRequest = WaitingAdminRequest & { readonly merchantName: string }

/** Returns waiting requests of all merchants, oldest first. */
export async function listWaitingAdminRequests(
  app: App,
  page: { readonly after: number; readonly afterId: string; readonly limit: number },
): Promise<readonly ListedAdminRequest[]> {
  const rows = await app.db.run(list, { ...page, allMerchants, now: app.clock.now() })
  return rows.map((row) => ({
    ...adminRequestFrom(row),
    isRequesterHere: row.is_requester_here,
    merchantName: row.merchant_name,
  }))
}
