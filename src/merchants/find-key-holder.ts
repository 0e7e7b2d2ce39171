import { timingSafeEqual } from 'node:crypto'
import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import { second } from '../base/times.ts'
import type { KeyHolder } from './caller.ts'
import { hashKey } from './key.ts'
import { findKeyByHash, listStores, storeFrom } from './store.ts'

/** How long a key is believed without asking again: a revoked key stops working within this time in every process. */
const believedMs = 2 * second
const mostKeys = 10_000

/** Whose key it is, or why it does not work. */
export type KeyLookup = KeyHolder | 'revoked' | 'unknown'

interface Known {
  readonly lookup: Promise<KeyLookup>
  readonly readAt: number
}

// Each process remembers the keys it has seen lately, so that a warm request asks the database nothing about its key.
const knownByApp = new WeakMap<App, Map<string, Known>>()

/** Whose key this is. Revocation is seen at once in the service that did it and within two seconds in every other. */
export async function findKeyHolder(app: App, key: string): Promise<KeyLookup> {
  const known = knownBy(app)
  const hash = hashKey(key)
  const id = hash.toString('base64')
  const now = performance.now()
  const found = known.get(id)
  if (found !== undefined && now - found.readAt < believedMs) return found.lookup
  const lookup = readKeyHolder(app, hash)
  if (known.size >= mostKeys) known.clear()
  known.set(id, { lookup, readAt: now })
  const answer = await lookup.catch((error: unknown) => {
    known.delete(id)
    throw error
  })
  // Keys that do not work are not remembered: nobody may fill the memory with guesses.
  if (typeof answer === 'string') known.delete(id)
  return answer
}

/** Forgets what this process and its peers believe about a merchant's keys, because it has just changed. */
export async function forgetKeysOf(app: App, merchantId: MerchantId): Promise<void> {
  await Promise.all([forgetKeysHere(app, merchantId), app.peers.forgetKeysOf(merchantId)])
}

/** Forgets what this process alone believes about a merchant's keys, because another process has changed it. */
export async function forgetKeysHere(app: App, merchantId: MerchantId): Promise<void> {
  const known = knownBy(app)
  for (const [id, { lookup }] of known) {
    const found = await lookup.catch(() => 'unknown' as const)
    if (typeof found === 'string' || found.merchantId === merchantId) known.delete(id)
  }
}

function knownBy(app: App): Map<string, Known> {
  const known = knownByApp.get(app) ?? new Map<string, Known>()
  knownByApp.set(app, known)
  return known
}

async function readKeyHolder(app: App, hash: Buffer): Promise<KeyLookup> {
  const [row] = await app.db.run(findKeyByHash, [hash])
  if (row === undefined || !timingSafeEqual(row.hash, hash)) return 'unknown'
  if (row.revoked) return 'revoked'
  const stores = await app.db.run(listStores, [row.merchant_id])
  return {
    keyId: row.key_id,
    kind: row.kind as KeyHolder['kind'],
    isTest: row.is_test,
    lastFour: row.last_four,
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    region: row.region as KeyHolder['region'],
    takesTokens: row.takes_tokens,
    clockOffsetMs: Number(row.clock_offset_ms),
    stores: stores.map(storeFrom),
  }
}
