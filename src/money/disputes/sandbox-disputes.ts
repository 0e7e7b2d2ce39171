import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import { serviceActor } from '../../platform/merchants/caller.ts'
import type { SandboxRemains } from '../../platform/merchants/sandbox-remains.ts'
import { actOnDispute } from './actions/act-on-dispute.ts'
import { countDisputesOfSandbox, listDisputesOfSandbox } from './store/sandbox.ts'

/**
 * Open disputes on a sandbox's live payments. They go before these payments are held: nothing can be decided on a
 * held payment.
 */
export const sandboxDisputes: SandboxRemains = {
  one: 'open dispute',
  many: 'open disputes',
  done: 'withdrawn',
  list: ({ db }, isUnmarkedToo) => db.run(countDisputesOfSandbox, { isUnmarkedToo }),
  async remove(app, isUnmarkedToo) {
    for (const { merchant_id } of await app.db.run(countDisputesOfSandbox, { isUnmarkedToo })) {
      await withdrawAll(app, merchant_id, isUnmarkedToo)
    }
  },
}

async function withdrawAll(app: App, merchantId: MerchantId, isUnmarkedToo: boolean): Promise<void> {
  const actor = serviceActor(merchantId, false, 0)
  for (const { id } of await app.db.run(listDisputesOfSandbox, { merchantId, isUnmarkedToo })) {
    try {
      await actOnDispute(app, actor, id, 'withdraw', { text: '', attachmentIds: [], from: 'customer' })
    } catch (error) {
      // The dispute was due, so reading it has decided it.
      if (!(error instanceof Refusal)) throw error
    }
  }
}
