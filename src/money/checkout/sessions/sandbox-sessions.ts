import type { App } from '../../../platform/app/app.ts'
import type { MerchantId } from '../../../platform/base/ids.ts'
import { serviceActor } from '../../../platform/merchants/caller.ts'
import type { SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import { countSessionsOfSandbox, listSessionsOfSandbox } from '../store/sandbox.ts'
import { expireSession } from './expire-session.ts'
import { getSession } from './get-session.ts'

/** Checkout sessions of a sandbox that are still open. */
export const sandboxSessions: SandboxRemains = {
  one: 'open checkout session',
  many: 'open checkout sessions',
  done: 'ended',
  list: ({ db }, isUnmarkedToo) => db.run(countSessionsOfSandbox, { isUnmarkedToo }),
  async remove(app, isUnmarkedToo) {
    for (const { merchant_id } of await app.db.run(countSessionsOfSandbox, { isUnmarkedToo })) {
      await endSessions(app, merchant_id, isUnmarkedToo)
    }
  },
}

async function endSessions(app: App, merchantId: MerchantId, isUnmarkedToo: boolean): Promise<void> {
  for (const { id, is_test: isTest } of await app.db.run(listSessionsOfSandbox, { merchantId, isUnmarkedToo })) {
    const actor = serviceActor(merchantId, isTest, 0)
    await expireSession(app, actor, await getSession(app, actor, id))
  }
}
