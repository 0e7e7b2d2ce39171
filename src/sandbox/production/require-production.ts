import type { App } from '../../app/app.ts'
import { UnusableDatabase } from '../../db/unusable.ts'
import { findSandboxTraces } from './find-sandbox-traces.ts'
import { describeTraces, isClean } from './sandbox-traces.ts'
import { saveProductionUse } from './store.ts'

/**
 * Refuses, with an UnusableDatabase that says which command removes it, to serve in production what a sandbox has left: keys and
 * passwords that strangers know, people whom they have let in or may let in, clocks that are ahead, and a journal. What is clean is
 * production's from then on: no sandbox is opened there any more.
 */
export async function requireProduction(app: Pick<App, 'db' | 'clock'>): Promise<void> {
  const traces = await findSandboxTraces(app)
  if (!isClean(traces)) {
    throw new UnusableDatabase(
      `QIST_MODE=production: a sandbox has used this database (${describeTraces(traces)}): \`npx qist production prepare --yes\` revokes those keys, removes those sign-ins and invitations, puts the clocks right and ends the journal`,
    )
  }
  await app.db.run(saveProductionUse, {})
}
