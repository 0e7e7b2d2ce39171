import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import { forgetKeysOf } from '../../platform/merchants/keys/known-keys.ts'
import type { SandboxRemains } from '../../platform/merchants/sandbox-remains.ts'
import { saveSettings } from './saved-settings.ts'
import { serviceId } from './service-blocks.ts'
import { riskBefore } from './settings.ts'
import * as store from './store.ts'

/** Rules and blocks of merchants that a sandbox has changed. They go back to the settings before. */
export const sandboxRules: SandboxRemains = {
  one: 'set of risk rules',
  many: 'sets of risk rules',
  done: 'set back',
  list: ({ db }) => db.run(store.listRulesOfSandbox, {}),
  async remove(app) {
    for (const { merchant_id } of await app.db.run(store.listRulesOfSandbox, {})) {
      for (const isTest of [true, false]) await putBack(app, merchant_id, isTest)
    }
  },
}

/** Blocks at every merchant that support made in a sandbox. */
export const sandboxBlocks: SandboxRemains = {
  one: 'block of a customer at every merchant',
  many: 'blocks of customers at every merchant',
  done: 'removed',
  list: ({ db }) => db.run(store.listServiceBlocksOfSandbox, { serviceId }),
  remove: ({ db }) => db.run(store.deleteServiceBlocksOfSandbox, { serviceId }),
}

/** What answered in place of the scoring service. */
export const sandboxDoubles: SandboxRemains = {
  one: 'double of the scoring service',
  many: 'doubles of the scoring service',
  done: 'removed',
  list: ({ db }) => db.run(store.listDoublesOfSandbox, {}),
  async remove({ db }) {
    for (const { merchant_id: merchantId } of await db.run(store.listDoublesOfSandbox, {})) {
      for (const isTest of [true, false]) await db.run(store.deleteDouble, { merchantId, isTest })
    }
  },
}

async function putBack(app: App, merchantId: MerchantId, isTest: boolean): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [marks] = await tx.run(store.findRulesMarks, { merchantId, isTest })
    const before = marks && riskBefore(marks)
    if (before === undefined) return
    await tx.run(store.deleteRules, { merchantId, isTest })
    await saveSettings(tx, { merchantId, isTest }, before, null)
  })
  await forgetKeysOf(app, merchantId)
}
