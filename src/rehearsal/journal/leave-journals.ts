import type { App } from '../../platform/app/app.ts'
import { followChanges } from './follow-changes.ts'
import * as store from './store/changes.ts'

const batch = 5_000

/** Writes down no more changes, and removes the journals of all merchants. Answers whether there was anything of them. */
export async function leaveJournals(app: App): Promise<boolean> {
  const wereFollowed = await followChanges(app, false)
  let removed = 0
  for (let last = batch; last === batch; removed += last) {
    const [row] = await app.db.run(store.removeSomeEntries, { limit: batch })
    last = row?.removed ?? 0
  }
  await app.db.run(store.removeJournals, {})
  return wereFollowed || removed > 0
}
