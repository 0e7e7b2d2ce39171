import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import { firstHash, sealForm } from './seals-sql.ts'
import { sealWaiting } from './store.ts'

/** So many changes get one seal at most. */
export const maxSealed = 5_000

/** What one seal covers: changes of payments by their versions, returns and payouts. */
export interface Sealed {
  readonly sourceIds: readonly string[]
  readonly versions: readonly number[]
}

/**
 * Seals what was posted for a merchant and is not sealed yet, at most `maxSealed` changes; undefined where nothing waits. For who has
 * locked the merchant's ledger: two who forked the chain would both insert the same number, and one would fail.
 */
export async function sealEntries(app: App, tx: Tx, merchantId: MerchantId): Promise<Sealed | undefined> {
  const sealing = { merchantId, limit: maxSealed, form: sealForm, firstHash, now: app.clock.now() }
  const [seal] = await tx.run(sealWaiting, sealing)
  return seal === undefined ? undefined : { sourceIds: seal.source_ids, versions: seal.versions }
}
