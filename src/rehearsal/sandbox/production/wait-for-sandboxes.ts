import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../../platform/app/app.ts'
import { second } from '../../../platform/base/times.ts'
import { sandboxConnection } from '../../../platform/db/connection.ts'
import { UnusableDatabase } from '../../../platform/db/unusable.ts'
import { countSandboxConnections } from './store.ts'

/** A sandbox checks for production every second, and has ten to finish what is under way. */
const patienceMs = 20 * second

/**
 * Waits until no sandbox is connected to the database: those that serve on it end by themselves once production has saved its use. Refuses
 * with an UnusableDatabase where one stays.
 */
export async function waitForSandboxes({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const until = clock.elapsedMs() + patienceMs
  for (;;) {
    const [found] = await db.run(countSandboxConnections, { name: sandboxConnection })
    if (found?.connections === 0) return
    if (clock.elapsedMs() > until) {
      throw new UnusableDatabase('QIST_MODE=production: a sandbox still serves on this database: stop it first')
    }
    await pause(100)
  }
}
