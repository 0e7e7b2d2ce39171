import type { App } from '../app/app.ts'
import { demoKeyHashes, type SandboxTraces } from './sandbox-traces.ts'
import { countSandboxTraces } from './store.ts'

/** What there is just now of what a sandbox leaves of merchants. */
export async function findSandboxTraces(app: Pick<App, 'db'>): Promise<SandboxTraces> {
  const [found] = await app.db.run(countSandboxTraces, { knownHashes: demoKeyHashes })
  return { merchants: found?.merchants ?? 0, clocks: found?.clocks ?? 0 }
}
