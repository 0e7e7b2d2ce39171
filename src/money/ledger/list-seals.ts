import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import { listSealsFrom } from './store.ts'

/** A seal of a merchant's ledger. */
export interface SealOfChain {
  readonly number: bigint
  readonly previousHash: Buffer
  readonly hash: Buffer
  readonly sealedAt: Instant
  /** The changes of the asked sources that it seals: `<source id> <version>`. */
  readonly covered: readonly string[]
}

/**
 * Lists the seals of a merchant from the first one that has a change of these payments or returns on, in order: the way
 * to the newest seal. Empty while nothing of them is sealed.
 */
export async function listSeals(
  app: App,
  merchantId: MerchantId,
  sourceIds: readonly string[],
): Promise<readonly SealOfChain[]> {
  const rows = await app.db.run(listSealsFrom, { merchantId, sourceIds })
  return rows.map(({ previous_hash: previousHash, sealed_at: sealedAt, ...seal }) => {
    return { ...seal, previousHash, sealedAt }
  })
}
