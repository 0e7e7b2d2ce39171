import type { App } from '../app/app.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { type ListedWork, maxBatchSize } from './due.ts'
import { runBatch } from './run-batch.ts'

/**
 * Does what is due of one merchant by its clock before its things are listed: at most one batch, so that no list waits for more. What
 * fails is left as it is, and what is left the next round does.
 */
export async function settleDueOf(app: App, work: ListedWork, actor: Actor): Promise<void> {
  await runBatch(app, work, await work.listDueOf(app, actor, 'own', nowFor(app, actor), maxBatchSize))
}
