import type { App } from '../../../platform/app/app.ts'
import { longWork } from '../../../platform/db/limits.ts'
import { forgetCounts, lockCounts, recountPayments } from '../store/counting.ts'

/** Counts all payments of all merchants anew, while the service goes on. */
export async function recountAllPayments(app: App): Promise<void> {
  await app.db.eachShard((db) =>
    db.transaction(async (tx) => {
      await tx.run(lockCounts, {})
      await tx.run(forgetCounts, {})
      await tx.run(recountPayments, {})
    }, longWork.recountMs),
  )
}
