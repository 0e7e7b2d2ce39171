import { hashKey } from './keys/key.ts'
import { demoMerchants } from './open-demo-merchants.ts'

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

export function describeTraces({ merchants, clocks }: SandboxTraces): string {
  const parts = [
    ...(merchants > 0 ? [`working keys of ${merchants} demo or sandbox merchant${merchants === 1 ? '' : 's'}`] : []),
    ...(clocks > 0 ? [`${clocks} merchant clock${clocks === 1 ? '' : 's'} ahead of the time`] : []),
  ]
  return parts.join(', ')
}
