import type { App } from '../app/app.ts'
import { minute } from '../base/times.ts'
import { removeRetiredMerchants as remove } from './store.ts'

const maxBatchSize = 500
/** No request that began with a merchant's key is under way any more when it was revoked so long ago. */
const lastUseMs = 5 * minute

/**
 * Removes merchants that lost their keys because nobody had used them. One that was being used in that very moment stays, without
 * keys. Answers how many there were.
 */
export async function removeRetiredMerchants(app: App): Promise<number> {
  return (await app.db.run(remove, { before: app.clock.now() - lastUseMs, limit: maxBatchSize })).length
}
