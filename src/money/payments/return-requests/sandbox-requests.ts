import type { SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import { deleteRequestsOfSandbox, listRequestsOfSandbox } from '../store/return-requests.ts'

/** Refunds that were requested in a sandbox and wait for another agent's confirmation. */
export const sandboxRequests: SandboxRemains = {
  one: 'waiting request for a refund',
  many: 'waiting requests for refunds',
  done: 'removed',
  list: ({ db }, isUnmarkedToo) => db.run(listRequestsOfSandbox, { isUnmarkedToo }),
  async remove({ db }, isUnmarkedToo) {
    for (const { merchant_id: merchantId } of await db.run(listRequestsOfSandbox, { isUnmarkedToo })) {
      await db.run(deleteRequestsOfSandbox, { merchantId, isUnmarkedToo })
    }
  },
}
