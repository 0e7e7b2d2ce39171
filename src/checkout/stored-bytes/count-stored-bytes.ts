import type { App } from '../../app/app.ts'
import { tooManyRequests } from '../../base/refusals.ts'
import { day, second } from '../../base/times.ts'
import { batchCalls } from '../../db/batch-calls.ts'
import type { Db } from '../../db/db.ts'
import type { Caller } from '../../merchants/caller.ts'
import type { CheckoutRequest } from '../sessions/read-checkout.ts'
import { countBytes, findBytesWait } from '../store/stored-bytes.ts'

const mebibyte = 1024 * 1024

/** How many bytes the sessions of one public key may store within a day (docs/contract/conventions.md#rate-limits). */
const budget = { ofAddress: 16 * mebibyte, ofKey: 1024 * mebibyte } as const

/** What the rows of a session and its payment take beside their texts, with their indexes. */
const rowBytes = 4 * 1024

/**
 * Counts what a session is about to store with a public key from this address, where limits are on. Refuses with 429 when the key, or the key
 * and the address, would store too much within the day. All processes count together. Secret keys are not counted.
 */
export async function countStoredBytes(
  app: App,
  caller: Caller,
  address: string,
  request: CheckoutRequest,
): Promise<void> {
  if (caller.kind !== 'public' || !app.config.rateLimits) return
  const counted = {
    merchantId: caller.merchantId,
    ...countedFor(caller, address),
    bytes: bytesOf(request),
    mostOfAddress: budget.ofAddress,
    mostOfKey: budget.ofKey,
  }
  if (await counterOf(app.db)(counted)) return
  const [wait] = await app.db.run(findBytesWait, counted)
  throw tooManyRequests(Math.ceil((wait?.wait_ms ?? second) / second))
}

interface Counted {
  readonly merchantId: string
  readonly ofAddress: string
  readonly ofKey: string
  readonly bytes: number
  readonly mostOfAddress: number
  readonly mostOfKey: number
}

// However many sessions one key opens at once, no more than two connections wait for its row.
const oneByOne = { maxBatchSize: 1, maxInFlight: 2 }
const counters = new WeakMap<Db, (counted: Counted) => Promise<boolean>>()

function counterOf(db: Db): (counted: Counted) => Promise<boolean> {
  const counter =
    counters.get(db) ??
    batchCalls(oneByOne, (calls: readonly Counted[]) =>
      Promise.all(calls.map(async (counted) => (await db.run(countBytes, { ...counted, windowMs: day })).length > 0)),
    )
  counters.set(db, counter)
  return counter
}

/** The names under which the bytes are counted. The second word is the mode, by which a sandbox's reset finds them. */
function countedFor({ keyId, isTest }: Caller, address: string): { ofAddress: string; ofKey: string } {
  const ofKey = `bytes ${isTest ? 'test' : 'live'} ${keyId}`
  return { ofAddress: `${ofKey} ${address}`, ofKey }
}

// Not the body's length: what a short body leaves out is stored with its defaults, and may take many times its size.
function bytesOf({ order, orderReference, merchantUrls, token }: CheckoutRequest): number {
  return rowBytes + Buffer.byteLength(JSON.stringify([order, orderReference, merchantUrls, token]))
}
