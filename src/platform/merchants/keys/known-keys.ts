import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import { second } from '../../base/times.ts'
import type { KeyHolder } from '../caller.ts'

/** The holder of a key, or the reason why the key does not work. */
export type KeyLookup = KeyHolder | 'revoked' | 'unknown'

/**
 * How long a process trusts a key without reading it again. A revoked key stops working within this time in every
 * process.
 */
const cachedMs = 2 * second
const maxKeys = 10_000

interface CachedLookup {
  readonly lookup: Promise<KeyLookup>
  readonly readAt: number
}

// Each process caches recent keys, so that most requests read nothing about their key from the database.
const knownByApp = new WeakMap<App, Map<string, CachedLookup>>()

function knownBy(app: App): Map<string, CachedLookup> {
  const known = knownByApp.get(app) ?? new Map<string, CachedLookup>()
  knownByApp.set(app, known)
  return known
}

/** Returns the cached lookup of the key of this hash, else caches and returns the one that `read` returns. */
export async function readCachedKey(app: App, hash: Buffer, read: () => Promise<KeyLookup>): Promise<KeyLookup> {
  const known = knownBy(app)
  const id = hash.toString('base64')
  const now = performance.now()
  const found = known.get(id)
  if (found !== undefined && now - found.readAt < cachedMs) return found.lookup
  const lookup = read()
  if (known.size >= maxKeys) known.clear()
  known.set(id, { lookup, readAt: now })
  const answer = await lookup.catch((error: unknown) => {
    known.delete(id)
    throw error
  })
  // Keys that do not work are not cached: guesses could fill the memory.
  if (typeof answer === 'string') known.delete(id)
  return answer
}

/** Drops a merchant's keys from this process's cache, after a change by another process. */
export async function forgetKeysHere(app: App, merchantId: MerchantId): Promise<void> {
  const known = knownBy(app)
  for (const [id, { lookup }] of known) {
    const found = await lookup.catch(() => 'unknown' as const)
    if (typeof found === 'string' || found.merchantId === merchantId) known.delete(id)
  }
}

/** Drops a merchant's keys from the caches of this process and its peers, after a change. */
export async function forgetKeysOf(app: App, merchantId: MerchantId): Promise<void> {
  await Promise.all([forgetKeysHere(app, merchantId), app.peers.forgetKeysOf(merchantId)])
}
