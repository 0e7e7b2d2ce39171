import type { App } from '../../platform/app/app.ts'
import { deleteAllDisturbed } from './deliveries/store.ts'
import { deleteAllCounts, deleteAllFaults } from './store.ts'

/** Removes the rules of all merchants, and what they have counted and held. */
export async function leaveFaults(app: App): Promise<void> {
  await app.db.run(deleteAllFaults, {})
  await app.db.run(deleteAllCounts, {})
  await app.db.run(deleteAllDisturbed, {})
}
