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

/** Locks sealing and settling of this merchant until the transaction ends. Payments do not wait for this lock. */
export async function lockLedger(tx: Tx, merchantId: MerchantId): Promise<void> {
  if ((await tx.run(lockChain, { merchantId })).length > 0) return
  await tx.run(openChain, { merchantId })
  await tx.run(lockChain, { merchantId })
}

/** The maximal number of changes of one seal. */
export const maxSealed = 5_000

/** The content of one seal: versions of payments, returns and payouts. */
export interface SealContent {
  readonly sourceIds: readonly string[]
  readonly versions: readonly number[]
}

/**
 * Seals the unsealed entries of a merchant, at most `maxSealed` changes. Returns undefined if none wait. The caller has
 * locked the merchant's ledger: without the lock two seals would get the same number, and one insert would fail.
 */
export async function sealEntries(app: App, tx: Tx, merchantId: MerchantId): Promise<SealContent | undefined> {
  const sealing = { merchantId, limit: maxSealed, form: sealForm, firstHash, now: app.clock.now() }
  const [seal] = await tx.run(sealWaiting, sealing)
  return seal === undefined ? undefined : { sourceIds: seal.source_ids, versions: seal.versions }
}

/** Returns the last seal of a merchant's ledger; number 0 without seals. */
export async function getHead(on: Queryable, merchantId: MerchantId): Promise<{ number: bigint; hash: Buffer }> {
  const [head] = await on.run(findHead, { merchantId })
  return head ?? { number: 0n, hash: firstHash }
}

/** Whether more than `beyond` changes of a merchant wait for their seal; `beyond` is 0 by default. */
export async function isUnsealed(app: App, merchantId: MerchantId, beyond = 0): Promise<boolean> {
  const [row] = await app.db.run(findWaiting, { merchantId, beyond })
  return row?.is_waiting ?? false
}

/**
 * Lists merchants with unsealed entries, at most `limit`, from a random id on, so that no merchant is always the last.
 */
export async function listUnsealed(app: App, limit: number): Promise<MerchantId[]> {
  const later = await app.db.run(listUnsealedMerchants, { from: newSecretId(), limit })
  if (later.length === limit) return later.map((row) => row.merchant_id)
  const all = await app.db.run(listUnsealedMerchants, { from: nilId, limit })
  return all.map((row) => row.merchant_id)
}

/** The queue of this room: entries that are not sealed and booked yet. */
export const ledgerQueues: readonly Queue[] = [{ name: 'entries', statement: waitingEntries }]
