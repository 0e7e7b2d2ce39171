import type { App } from '../app/app.ts'
import { UnusableDatabase } from '../db/unusable.ts'
import { hashKey } from './key.ts'
import { demoMerchants } from './open-demo-merchants.ts'
import { countSandboxTraces } from './store.ts'

/** What a sandbox has left in a database and production must not have. */
export interface SandboxTraces {
  /** Merchants that a sandbox made and one of whose keys works. */
  readonly merchants: number
  /** Merchants whose clock is ahead of the system's. */
  readonly clocks: number
}

/** The hashes of the keys that everybody knows. */
export const demoKeyHashes: readonly Buffer[] = demoMerchants.flatMap(({ keys }) =>
  [keys.test.secret, keys.test.public, keys.live.secret, keys.live.public].map(hashKey),
)

/** What there is just now of what a sandbox leaves. */
export async function findSandboxTraces(app: Pick<App, 'db'>): Promise<SandboxTraces> {
  const [found] = await app.db.run(countSandboxTraces, [demoKeyHashes])
  return { merchants: found?.merchants ?? 0, clocks: found?.clocks ?? 0 }
}

/**
 * Refuses, with an UnusableDatabase that says which command removes it, to serve in production what a sandbox has left: keys that
 * strangers know, and clocks that are ahead.
 */
export async function requireProduction(app: Pick<App, 'db'>): Promise<void> {
  const { merchants, clocks } = await findSandboxTraces(app)
  if (merchants + clocks === 0) return
  const found = describeTraces({ merchants, clocks })
  throw new UnusableDatabase(
    `QIST_MODE=production: a sandbox has used this database (${found}): \`npx qist production prepare --yes\` revokes those keys and puts the clocks right`,
  )
}

export function describeTraces({ merchants, clocks }: SandboxTraces): string {
  const parts = [
    ...(merchants > 0 ? [`working keys of ${merchants} demo or sandbox merchant${merchants === 1 ? '' : 's'}`] : []),
    ...(clocks > 0 ? [`${clocks} merchant clock${clocks === 1 ? '' : 's'} ahead of the time`] : []),
  ]
  return parts.join(', ')
}
