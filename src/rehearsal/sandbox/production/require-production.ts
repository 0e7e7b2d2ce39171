import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../../platform/app/app.ts'
import { second } from '../../../platform/base/times.ts'
import { sandboxConnection } from '../../../platform/db/connection.ts'
import { UnusableDatabase } from '../../../platform/db/unusable.ts'
import type { SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import { describeTraces, findSandboxTraces, isClean } from './sandbox-traces.ts'
import { countSandboxConnections, saveProductionUse } from './store.ts'

/**
 * Refuses, with an UnusableDatabase that names the command to run, if the database has remains of a sandbox: rows of
 * these kinds, people or invitations, advanced clocks, or a journal. A clean database becomes production's: no sandbox
 * opens on it any more, and a running one ends. What that one wrote meanwhile is refused, too.
 */
export async function requireProduction(
  app: Pick<App, 'db' | 'clock'>,
  kinds: readonly SandboxRemains[],
): Promise<void> {
  await requireClean(app, kinds)
  await app.db.run(saveProductionUse, {})
  await waitForSandboxes(app)
  await requireClean(app, kinds)
}

async function requireClean(app: Pick<App, 'db' | 'clock'>, kinds: readonly SandboxRemains[]): Promise<void> {
  const traces = await findSandboxTraces(app, kinds)
  if (!isClean(traces)) {
    throw new UnusableDatabase(
      `QIST_MODE=production: a sandbox has used this database (${describeTraces(traces)}): \`npx qist production prepare --yes\` removes it, and puts back what an operator has set`,
    )
  }
}

/** A sandbox checks for production every second, and ends within ten. */
const patienceMs = 20 * second

/**
 * Waits until no sandbox is connected to the database. Running ones end by themselves once production's use is stored.
 * Refuses with an UnusableDatabase if one stays.
 */
async function waitForSandboxes({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
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
