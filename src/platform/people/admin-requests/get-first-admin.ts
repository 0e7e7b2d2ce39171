import type { App } from '../../app/app.ts'
import { allMerchants, type MerchantId } from '../../base/ids.ts'
import { adminRequestFrom, findAdmin, findWaitingAdminRequest } from '../store/admin-requests.ts'
import type { WaitingAdminRequest } from './admin-request.ts'

/** Whether a merchant has its first admin, and the request for one. */
export interface FirstAdmin {
  readonly hasAdmin: boolean
  /** Whether an invitation of an admin is open. */
  readonly isInvited: boolean
  readonly request: WaitingAdminRequest | undefined
}

/** Returns whether a merchant has an admin, and the request that waits if there is one. */
export async function getFirstAdmin(app: App, merchantId: MerchantId): Promise<FirstAdmin> {
  const now = app.clock.now()
  const [[found], [row]] = await Promise.all([
    app.db.run(findAdmin, { merchantId, now }),
    app.db.run(findWaitingAdminRequest, { merchantId, allMerchants, now }),
  ])
  return {
    hasAdmin: found?.has_admin ?? true,
    isInvited: found?.is_invited ?? true,
    request: row && { ...adminRequestFrom(row), isRequesterHere: row.is_requester_here },
  }
}
