import type { App } from '../../../platform/app/app.ts'
import { UnusableDatabase } from '../../../platform/db/unusable.ts'
import type { SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import { findSandboxTraces } from './find-sandbox-traces.ts'
import { describeTraces, isClean } from './sandbox-traces.ts'
import { saveProductionUse } from './store.ts'
import { waitForSandboxes } from './wait-for-sandboxes.ts'

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
