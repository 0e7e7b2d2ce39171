import { hashKey } from './keys/key.ts'
import { demoMerchants } from './open-demo-merchants.ts'

/** What a sandbox has left of merchants, and production must not have. */
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
