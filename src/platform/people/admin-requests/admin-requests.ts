import type { App } from '../../app/app.ts'
import { allMerchants, type MerchantId } from '../../base/ids.ts'
import type { SandboxRemains } from '../../merchants/sandbox-remains.ts'
import { refusals } from '../refusals.ts'
import {
  adminRequestFrom,
  deleteAdminRequestsOfSandbox,
  findAdminRequest,
  listWaitingAdminRequests as list,
  listAdminRequestsOfSandbox,
} from '../store/admin-requests.ts'
import type { AdminRequest, WaitingAdminRequest } from './admin-request.ts'

/** Returns a request. Refuses with 404 one of another merchant. */
export async function getAdminRequest(app: App, merchantId: MerchantId, id: string): Promise<AdminRequest> {
  const [row] = await app.db.run(findAdminRequest, { merchantId, id })
  if (row === undefined) throw refusals.noSuchAdminRequest()
  return adminRequestFrom(row)
}

export type AdminRequestRow = WaitingAdminRequest & { readonly merchantName: string }

/** Returns waiting requests of all merchants, oldest first. */
export async function listWaitingAdminRequests(
  app: App,
  page: { readonly after: number; readonly afterId: string; readonly limit: number },
): Promise<readonly AdminRequestRow[]> {
  const rows = await app.db.run(list, { ...page, allMerchants, now: app.clock.now() })
  return rows.map((row) => ({
    ...adminRequestFrom(row),
    isRequesterHere: row.is_requester_here,
    merchantName: row.merchant_name,
  }))
}

/** Requests for a merchant's first admin that were made in a sandbox and that another agent could confirm. */
export const sandboxAdminRequests: SandboxRemains = {
  one: 'waiting request for a first admin',
  many: 'waiting requests for first admins',
  done: 'removed',
  list: ({ db }) => db.run(listAdminRequestsOfSandbox, {}),
  async remove({ db }) {
    for (const { merchant_id: merchantId } of await db.run(listAdminRequestsOfSandbox, {})) {
      await db.run(deleteAdminRequestsOfSandbox, { merchantId })
    }
  },
}
