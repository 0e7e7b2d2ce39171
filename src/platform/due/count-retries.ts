import type { App } from '../app/app.ts'
import { hour } from '../base/times.ts'
import { maxBatchSize, retriedKinds } from './due.ts'
import { countRetries, deleteOldRetries, listOldRetries } from './store.ts'

/** Says in the metrics how much waits to be tried again, and forgets what somebody else has done meanwhile. */
export async function countDueRetries(app: App): Promise<void> {
  // Later than any of them would have been tried again.
  const before = app.clock.now() - 2 * hour
  const old = await app.db.run(listOldRetries, { before, limit: maxBatchSize })
  for (const { merchant_id: merchantId } of old) await app.db.run(deleteOldRetries, { merchantId, before })
  const counts = new Map((await app.db.run(countRetries, {})).map(({ kind, count }) => [kind, count]))
  for (const kind of retriedKinds) app.metrics.setRetrying(kind, counts.get(kind) ?? 0)
}
