import type { App } from '../../platform/app/app.ts'
import { type MerchantId, newSecretId, nilId } from '../../platform/base/ids.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Queue } from '../../platform/due/waiting.ts'
import { firstHash, sealForm } from './seals-sql.ts'
import {
  findHead,
  findWaiting,
  listUnsealedMerchants,
  lockChain,
  openChain,
  sealWaiting,
  waitingEntries,
} from './store.ts'

/** Until the transaction ends, nobody else seals or settles for this merchant. Payments do not wait for it. */
export async function lockLedger(tx: Tx, merchantId: MerchantId): Promise<void> {
  if ((await tx.run(lockChain, { merchantId })).length > 0) return
  await tx.run(openChain, { merchantId })
  await tx.run(lockChain, { merchantId })
}

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

/** The last seal of a merchant's ledger; number 0 where nothing was sealed yet. */
export async function getHead(on: Queryable, merchantId: MerchantId): Promise<{ number: bigint; hash: Buffer }> {
  const [head] = await on.run(findHead, { merchantId })
  return head ?? { number: 0n, hash: firstHash }
}

/** Whether something that was posted for a merchant by now waits to be sealed: more than so many changes, any unless told. */
export async function isUnsealed(app: App, merchantId: MerchantId, beyond = 0): Promise<boolean> {
  const [row] = await app.db.run(findWaiting, { merchantId, beyond })
  return row?.is_waiting ?? false
}

/** Merchants with entries that are not sealed yet, at most so many, from any of them on: none is always the last. */
export async function listUnsealed(app: App, limit: number): Promise<MerchantId[]> {
  const later = await app.db.run(listUnsealedMerchants, { from: newSecretId(), limit })
  if (later.length === limit) return later.map((row) => row.merchant_id)
  const all = await app.db.run(listUnsealedMerchants, { from: nilId, limit })
  return all.map((row) => row.merchant_id)
}

/** What was posted and is neither sealed nor booked. */
export const ledgerQueues: readonly Queue[] = [{ name: 'entries', statement: waitingEntries }]
