import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import { forgetKeysOf } from './keys/known-keys.ts'
import { demoKeyHashes } from './sandbox-traces.ts'
import { resetClocks, revokeSandboxKeys } from './store.ts'

export interface LeftSandbox {
  /** Whose keys were revoked, and how many. */
  readonly revoked: readonly { readonly merchantId: MerchantId; readonly name: string; readonly keys: number }[]
  /** Whose clock was put back to the system's, and how far it was ahead. */
  readonly clocks: readonly { readonly merchantId: MerchantId; readonly name: string; readonly aheadMs: number }[]
}

/**
 * Makes the merchants of a database that a sandbox has used fit for production: revokes every key that strangers may know, and puts every clock
 * back to the system's. Nothing is removed and nothing is dated anew: what was dated ahead falls due at that date, so later, and
 * nothing falls due sooner than it was promised. Again changes nothing.
 */
export async function leaveSandbox(app: App): Promise<LeftSandbox> {
  const [revoked, clocks] = await app.db.transaction(async (tx) => [
    await tx.run(revokeSandboxKeys, { knownHashes: demoKeyHashes, now: app.clock.now() }),
    await tx.run(resetClocks, {}),
  ])
  for (const { merchant_id } of [...revoked, ...clocks]) await forgetKeysOf(app, merchant_id)
  return {
    revoked: revoked.map(({ merchant_id, name, keys }) => ({ merchantId: merchant_id, name, keys })),
    clocks: clocks.map((row) => ({
      merchantId: row.merchant_id,
      name: row.name,
      aheadMs: Number(row.clock_offset_ms),
    })),
  }
}
