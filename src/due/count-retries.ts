import type { App } from '../app/app.ts'
import { hour } from '../base/times.ts'
import { dueKinds } from './due.ts'
import { countRetries, deleteOldRetries } from './store.ts'

/** Says in the metrics how much waits to be tried again, and forgets what somebody else has done meanwhile. */
export async function countDueRetries(app: App): Promise<void> {
  // Later than any of them would have been tried again.
  await app.db.run(deleteOldRetries, [app.clock.now() - 2 * hour])
  const counts = new Map((await app.db.run(countRetries, [])).map(({ kind, count }) => [kind, count]))
  for (const kind of dueKinds) app.metrics.setRetrying(kind, counts.get(kind) ?? 0)
}
