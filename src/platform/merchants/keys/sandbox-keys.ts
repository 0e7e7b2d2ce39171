import type { App } from '../../app/app.ts'
import { demoMerchants } from '../open-demo-merchants.ts'
import type { SandboxRemains } from '../sandbox-remains.ts'
import { findDemoMerchant, listSandboxKeys, revokeSandboxKeys } from '../store.ts'
import { hashKey } from './key.ts'
import { forgetKeysOf } from './known-keys.ts'

/** The hashes of the demo merchants' published keys. */
const knownHashes: readonly Buffer[] = demoMerchants.flatMap(({ keys }) =>
  [keys.test.secret, keys.test.public, keys.live.secret, keys.live.public].map(hashKey),
)

/** Working keys of demo merchants and of merchants that a sandbox made, and all keys that a sandbox issued. */
export const sandboxKeys: SandboxRemains = {
  one: 'working key',
  many: 'working keys',
  done: 'revoked',
  list: ({ db }) => db.run(listSandboxKeys, { knownHashes }),
  async remove(app) {
    const revoked = await app.db.run(revokeSandboxKeys, { knownHashes, now: app.clock.now() })
    for (const merchantId of new Set(revoked.map(({ merchant_id }) => merchant_id))) await forgetKeysOf(app, merchantId)
  },
}

/**
 * Returns whether a published key works. If so, a sandbox has used the database, perhaps of a version without marks.
 */
export async function hasDemoKey({ db }: Pick<App, 'db'>): Promise<boolean> {
  return (await db.run(findDemoMerchant, { knownHashes })).length > 0
}
