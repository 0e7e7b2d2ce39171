import type { SandboxRemains } from '../../merchants/sandbox-remains.ts'
import { deleteLinksOfSandbox, listLinksOfSandbox } from '../store/sandbox.ts'

/** Payment links that were made while the database was a sandbox's. Their sessions end by themselves. */
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
