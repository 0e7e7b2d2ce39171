import type { App } from '../../platform/app/app.ts'
import { minute } from '../../platform/base/times.ts'
import { removePeopleOf } from '../../platform/people/demo/remove-people-of.ts'
import { forgetSandboxWebhooks, removeRetiredMerchants as remove } from './store.ts'

const maxBatchSize = 500
/** No request that began with a merchant's key is under way any more when it was revoked so long ago. */
const lastUseMs = 5 * minute

/**
 * Removes merchants that lost their keys because nobody had used them. One that was being used in that very moment stays, without
 * keys. Answers how many there were.
 */
export async function removeRetiredMerchants(app: App): Promise<number> {
  // A cluster cannot look into shards for what it would remove on all nodes: there they stay.
  if (app.db.sharding !== undefined) return 0
  return app.db.transaction(async (tx) => {
    const removed = await tx.run(remove, { before: app.clock.now() - lastUseMs, limit: maxBatchSize })
    const merchantIds = removed.map(({ merchant_id }) => merchant_id)
    await removePeopleOf(tx, merchantIds)
    await tx.run(forgetSandboxWebhooks, { merchantIds })
    return removed.length
  })
}
