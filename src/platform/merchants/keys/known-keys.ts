import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import { second } from '../../base/times.ts'
import type { KeyHolder } from '../caller.ts'

/** Whose key it is, or why it does not work. */
export type KeyLookup = KeyHolder | 'revoked' | 'unknown'

/** How long a key is believed without asking again: a revoked key stops working within this time in every process. */
const believedMs = 2 * second
const maxKeys = 10_000

interface Known {
  readonly lookup: Promise<KeyLookup>
  readonly readAt: number
}

// Each process remembers the keys it has seen lately, so that a warm request asks the database nothing about its key.
const knownByApp = new WeakMap<App, Map<string, Known>>()

function knownBy(app: App): Map<string, Known> {
  const known = knownByApp.get(app) ?? new Map<string, Known>()
  knownByApp.set(app, known)
  return known
}

/** What this process believes about the key of this hash, else what `read` answers, which it believes from now on. */
export async function believeKey(app: App, hash: Buffer, read: () => Promise<KeyLookup>): Promise<KeyLookup> {
  const known = knownBy(app)
  const id = hash.toString('base64')
  const now = performance.now()
  const found = known.get(id)
  if (found !== undefined && now - found.readAt < believedMs) return found.lookup
  const lookup = read()
  if (known.size >= maxKeys) known.clear()
  known.set(id, { lookup, readAt: now })
  const answer = await lookup.catch((error: unknown) => {
    known.delete(id)
    throw error
  })
  // Keys that do not work are not remembered: nobody may fill the memory with guesses.
  if (typeof answer === 'string') known.delete(id)
  return answer
}

/** Forgets what this process alone believes about a merchant's keys, because another process has changed it. */
export async function forgetKeysHere(app: App, merchantId: MerchantId): Promise<void> {
  const known = knownBy(app)
  for (const [id, { lookup }] of known) {
    const found = await lookup.catch(() => 'unknown' as const)
    if (typeof found === 'string' || found.merchantId === merchantId) known.delete(id)
  }
}

/** Forgets what this process and its peers believe about a merchant's keys, because it has just changed. */
export async function forgetKeysOf(app: App, merchantId: MerchantId): Promise<void> {
  await Promise.all([forgetKeysHere(app, merchantId), app.peers.forgetKeysOf(merchantId)])
}
