import type { App } from '../app/app.ts'
import type { Due, ListedWork } from './due.ts'
import { runDue } from './run-due.ts'

/** Does a batch of what is due, several things at a time, and goes past what fails. Answers how many were done. */
export async function runBatch(app: App, work: ListedWork, batch: readonly Due[]): Promise<number> {
  let done = 0
  const left = batch.values()
  const worker = async (): Promise<void> => {
    for (const due of left) if (await runDue(app, work, due)) done += 1
  }
  const workers = await Promise.allSettled(Array.from({ length: Math.min(work.maxInFlight, batch.length) }, worker))
  const failed = workers.find((ended) => ended.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return done
}
