import type { SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import { deleteLinksOfSandbox, listLinksOfSandbox } from '../store/sandbox.ts'

/** Payment links that a sandbox made. Their sessions are listed by themselves (`sandboxSessions`). */
export const sandboxLinks: SandboxRemains = {
  one: 'payment link',
  many: 'payment links',
  done: 'removed',
  list: ({ db }, isUnmarkedToo) => db.run(listLinksOfSandbox, { isUnmarkedToo }),
  async remove({ db }, isUnmarkedToo) {
    for (const { merchant_id: merchantId } of await db.run(listLinksOfSandbox, { isUnmarkedToo })) {
      await db.run(deleteLinksOfSandbox, { merchantId, isUnmarkedToo })
    }
  },
}
