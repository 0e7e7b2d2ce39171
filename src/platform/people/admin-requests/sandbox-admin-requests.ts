import type { SandboxRemains } from '../../merchants/sandbox-remains.ts'
import { deleteAdminRequestsOfSandbox, listAdminRequestsOfSandbox } from '../store/admin-requests.ts'

/** Requests for a merchant's first admin that somebody has made in a sandbox and that another agent could confirm. */
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
