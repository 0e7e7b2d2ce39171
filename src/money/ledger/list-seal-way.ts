import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { EntryOfSource } from './list-entries.ts'
import { numbersOfWay } from './seal-way.ts'
import { getHead } from './seals.ts'
import { listSealedChanges, listSealsOfNumbers } from './store.ts'

/** A seal of a merchant's ledger. */
interface SealOfChain {
  readonly number: bigint
  readonly previousHash: Buffer
  readonly hash: Buffer
  readonly sealedAt: Instant
}

/** The way from the seals of some entries to the merchant's newest seal. */
export interface SealWay {
  /** In order. Empty while none of the entries is sealed. */
  readonly seals: readonly SealOfChain[]
  /** The number of the seal of each sealed change: `<source id> <version>`. */
  readonly sealOf: ReadonlyMap<string, bigint>
  /** The number of seals between the first and the last that are not in `seals`. */
  readonly leftOut: number
}

/** Lists the seals of these entries of a merchant, and those that lead to its newest seal (`numbersOfWay`). */
export async function listSealWay(
  app: App,
  merchantId: MerchantId,
  entries: readonly Pick<EntryOfSource, 'sourceId' | 'version'>[],
): Promise<SealWay> {
  const changes = new Map(entries.map((entry) => [`${entry.sourceId} ${entry.version}`, entry]))
  const sourceIds = [...changes.values()].map(({ sourceId }) => sourceId)
  const versions = [...changes.values()].map(({ version }) => version)
  const sources = [...new Set(sourceIds)]
  const sealed = await app.db.run(listSealedChanges, { merchantId, sources, sourceIds, versions })
  const sealOf = new Map(sealed.map(({ source_id, version, number }) => [`${source_id} ${version}`, number]))
  // Read after the changes: the chain only grows.
  const head = await getHead(app.db, merchantId)
  const numbers = numbersOfWay([...sealOf.values()], head.number)
  const rows = await app.db.run(listSealsOfNumbers, { merchantId, numbers })
  const seals = rows.map(({ previous_hash: previousHash, sealed_at: sealedAt, ...seal }) => {
    return { ...seal, previousHash, sealedAt }
  })
  const [first, last] = [seals[0], seals.at(-1)]
  const leftOut = first === undefined || last === undefined ? 0 : Number(last.number - first.number) + 1 - seals.length
  return { seals, sealOf, leftOut }
}
