import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../../platform/app/app.ts'
import { second } from '../../../platform/base/times.ts'
import { sandboxConnection } from '../../../platform/db/connection.ts'
import { UnusableDatabase } from '../../../platform/db/unusable.ts'
import type { SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import { describeTraces, findSandboxTraces, isClean } from './sandbox-traces.ts'
import { countSandboxConnections, saveProductionUse } from './store.ts'

/**
 * Refuses, with an UnusableDatabase that says which command removes it, to serve in production what a sandbox has left: what was made or
 * changed in it of these kinds, people who came in or may come in, clocks that are ahead, and a journal. What is clean is production's from
 * then on: no sandbox is opened there any more, and one that still serves ends. What such a one wrote meanwhile is refused, too.
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

/** A sandbox checks for production every second, and has ten to finish what is under way. */
const patienceMs = 20 * second

/**
 * Waits until no sandbox is connected to the database: those that serve on it end by themselves once production has saved its use. Refuses
 * with an UnusableDatabase where one stays.
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
