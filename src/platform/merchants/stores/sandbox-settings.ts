import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import { forgetKeysOf } from '../keys/known-keys.ts'
import type { SandboxRemains } from '../sandbox-remains.ts'
import { noMarks, storeBefore } from './before-sandbox.ts'
import {
  listChangedStores,
  listSandboxLogos,
  listStoreMarks,
  listStoreRows,
  lockStores,
  removeSandboxLogos,
  rowOf,
  storeFrom,
  updateStores,
} from './store.ts'

/** Settings of stores that a sandbox has changed. `remove` restores the settings before. */
export const sandboxSettings: SandboxRemains = {
  one: 'store with changed settings',
  many: 'stores with changed settings',
  done: 'set back',
  list: ({ db }) => db.run(listChangedStores, {}),
  async remove(app) {
    for (const { merchant_id } of await app.db.run(listChangedStores, {})) await putBack(app, merchant_id)
  },
}

/** Logos of stores that a sandbox has set. */
export const sandboxLogos: SandboxRemains = {
  one: 'logo of a store',
  many: 'logos of stores',
  done: 'removed',
  list: ({ db }, isUnmarkedToo) => db.run(listSandboxLogos, { isUnmarkedToo }),
  async remove(app, isUnmarkedToo) {
    for (const { merchant_id: merchantId } of await app.db.run(listSandboxLogos, { isUnmarkedToo })) {
      await app.db.run(removeSandboxLogos, { merchantId, isUnmarkedToo })
      await forgetKeysOf(app, merchantId)
    }
  },
}

async function putBack(app: App, merchantId: MerchantId): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.run(lockStores, { merchantId })
    const marks = new Map((await tx.run(listStoreMarks, { merchantId })).map((row) => [row.id, row]))
    const before = (await tx.run(listStoreRows, { merchantId })).flatMap((row) => {
      const store = storeBefore(storeFrom(row), marks.get(row.id) ?? noMarks)
      return store === undefined ? [] : [{ ...rowOf(store), ...noMarks }]
    })
    await tx.run(updateStores, { merchantId, stores: before })
  })
  await forgetKeysOf(app, merchantId)
}
