import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../../platform/adapters/log.ts'
import { second } from '../../../platform/base/times.ts'
import type { Db } from '../../../platform/db/db.ts'
import { UnusableDatabase } from '../../../platform/db/unusable.ts'
import { refuseSandbox } from './prepare-database.ts'

/**
 * Checks every second whether production has begun to use the sandbox's database, and calls `end` once with the line that says so. Runs until
 * `stopping`.
 */
export async function watchForProduction(
  { db, log }: { readonly db: Db; readonly log: Log },
  stopping: AbortSignal,
  end: (reason: UnusableDatabase) => void,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      await refuseSandbox(db)
    } catch (error) {
      if (error instanceof UnusableDatabase) return end(error)
      // A database that does not answer now may answer in a second.
      if (!stopping.aborted) log.debug({ err: error }, 'could not check whether production serves')
    }
    await pause(second, undefined, { signal: stopping, ref: false }).catch(() => undefined)
  }
}
