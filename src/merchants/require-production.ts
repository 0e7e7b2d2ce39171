import type { App } from '../app/app.ts'
import { UnusableDatabase } from '../db/unusable.ts'
import { findSandboxTraces } from './find-sandbox-traces.ts'
import { describeTraces } from './sandbox-traces.ts'

/**
 * Refuses, with an UnusableDatabase that says which command removes it, to serve in production what a sandbox has left: keys that
 * strangers know, and clocks that are ahead.
 */
export async function requireProduction(app: Pick<App, 'db'>): Promise<void> {
  const traces = await findSandboxTraces(app)
  if (traces.merchants + traces.clocks === 0) return
  throw new UnusableDatabase(
    `QIST_MODE=production: a sandbox has used this database (${describeTraces(traces)}): \`npx qist production prepare --yes\` revokes those keys and puts the clocks right`,
  )
}
