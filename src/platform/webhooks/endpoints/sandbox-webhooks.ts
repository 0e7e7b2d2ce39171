import type { SandboxRemains } from '../../merchants/sandbox-remains.ts'
import { listWebhooksOfSandbox, removeWebhooksOfSandbox } from '../store/sandbox.ts'

/** Webhooks that were registered in a sandbox. Their waiting deliveries are sent to nobody. */
export const sandboxWebhooks: SandboxRemains = {
  one: 'webhook',
  many: 'webhooks',
  done: 'removed',
  list: ({ db }, isUnmarkedToo) => db.run(listWebhooksOfSandbox, { isUnmarkedToo }),
  async remove({ db }, isUnmarkedToo) {
    for (const { merchant_id: merchantId } of await db.run(listWebhooksOfSandbox, { isUnmarkedToo })) {
      await db.run(removeWebhooksOfSandbox, { merchantId, isUnmarkedToo })
    }
  },
}
