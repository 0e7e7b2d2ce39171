import type { SandboxRemains } from '../../platform/merchants/sandbox-remains.ts'
import { deleteCardsOfSandbox, listCardsOfSandbox } from './store/saved-cards.ts'

/** Cards that customers have saved in a sandbox: production's processor does not know them. */
export const sandboxCards: SandboxRemains = {
  one: 'saved card',
  many: 'saved cards',
  done: 'removed',
  list: ({ db }, isUnmarkedToo) => db.run(listCardsOfSandbox, { isUnmarkedToo }),
  async remove({ db }, isUnmarkedToo) {
    for (const { merchant_id: merchantId } of await db.run(listCardsOfSandbox, { isUnmarkedToo })) {
      await db.run(deleteCardsOfSandbox, { merchantId, isUnmarkedToo })
    }
  },
}
