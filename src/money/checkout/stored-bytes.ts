import type { App } from '../../platform/app/app.ts'
import { tooManyRequests } from '../../platform/base/refusals.ts'
import { day, second } from '../../platform/base/times.ts'
import { batchCalls } from '../../platform/db/batch-calls.ts'
import type { Db } from '../../platform/db/db.ts'
import { bodyTooLarge } from '../../platform/http/errors.ts'
import { guard } from '../../platform/http/guard.ts'
import type { Caller } from '../../platform/merchants/caller.ts'
import { callerOf } from '../../platform/merchants/guards.ts'
import type { CheckoutRequest } from './sessions/read-checkout.ts'
import { countBytes, findBytesWait } from './store/stored-bytes.ts'

const mebibyte = 1024 * 1024

/**
 * The largest body of a call with a public key, in bytes (docs/contract/conventions.md#limits-of-bodies). Public keys
 * are no secret.
 */
const publicBodyBytes = 64 * 1024

/** The bytes that sessions of one public key may store within a day (docs/contract/conventions.md#rate-limits). */
const budget = { ofAddress: 16 * mebibyte, ofKey: 1024 * mebibyte } as const

/** The size of the rows of a session and its payment without their texts, with indexes. */
const rowBytes = 4 * 1024

/**
 * A guard that refuses a larger body with a public key: before it is read if its length is announced, otherwise
 * before it is parsed.
 */
export const limitPublicBody = guard([bodyTooLarge], async (request) => {
  if (callerOf(request).kind !== 'public') return
  request.mostBodyBytes = publicBodyBytes
  if (Number(request.headers['content-length']) > publicBodyBytes) throw bodyTooLarge()
})

/**
 * Counts the bytes that a session with a public key is about to store, if limits are on. Refuses with 429 if the
 * key would store too much within the day, in all or from this address. All processes count together. Secret keys
 * are not counted.
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

interface ByteCount {
  readonly merchantId: string
  readonly ofAddress: string
  readonly ofKey: string
  readonly bytes: number
  readonly mostOfAddress: number
  readonly mostOfKey: number
}

// Sessions of one key contend for its row: at most two connections of this process wait for it.
const oneByOne = { maxBatchSize: 1, maxInFlight: 2 }
const counters = new WeakMap<Db, (counted: ByteCount) => Promise<boolean>>()

function counterOf(db: Db): (counted: ByteCount) => Promise<boolean> {
  const counter =
    counters.get(db) ??
    batchCalls(oneByOne, (calls: readonly ByteCount[]) =>
      Promise.all(calls.map(async (counted) => (await db.run(countBytes, { ...counted, windowMs: day })).length > 0)),
    )
  counters.set(db, counter)
  return counter
}

/** Returns the names under which the bytes are counted. A sandbox's reset finds them by the second word, the mode. */
function countedFor({ keyId, isTest }: Caller, address: string): { ofAddress: string; ofKey: string } {
  const ofKey = `bytes ${isTest ? 'test' : 'live'} ${keyId}`
  return { ofAddress: `${ofKey} ${address}`, ofKey }
}

// Not the length of the body: a short body may be stored with defaults that take many times its size.
function bytesOf({ order, orderReference, merchantUrls, token }: CheckoutRequest): number {
  return rowBytes + Buffer.byteLength(JSON.stringify([order, orderReference, merchantUrls, token]))
}
