import type { App } from '../../platform/app/app.ts'
import { deleteOldDisturbed } from './deliveries/store.ts'
import { deleteEndedCounts, deleteEndedFaults } from './store.ts'

const batch = 500

/** Removes a batch of the rules that have ended, one of what such rules have counted, and one of what they began and nobody ended. Answers how many there were. */
export async function removeEndedFaults(app: App): Promise<number> {
  const over = { now: app.clock.now(), most: batch }
  const faults = await app.db.run(deleteEndedFaults, over)
  const counts = await app.db.run(deleteEndedCounts, over)
  const disturbed = await app.db.run(deleteOldDisturbed, over)
  return faults.length + counts.length + disturbed.length
}
