import { LRUCache } from 'lru-cache'
import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { type Instant, minute } from '../../platform/base/times.ts'
import { batchCalls } from '../../platform/db/batch-calls.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import type { Payment } from './payment.ts'
import { findUnchangedPayments } from './store/payments.ts'

/** A payment's answer as JSON, valid for times of the merchant's clock in [from, until). */
export interface KnownAnswer {
  readonly json: string
  readonly from: Instant
  readonly until: Instant
}

/**
 * A payment as this process has last answered or saved it. Its order is kept as JSON, which needs a fraction of the
 * memory.
 */
export interface KnownPayment {
  readonly payment: Omit<Payment, 'order'>
  readonly order: string
  /** Undefined: nobody has asked for it. */
  readonly answer: KnownAnswer | undefined
}

/** The payments that this process has answered or saved within the last minute. */
interface KnownPayments {
  readonly payments: LRUCache<string, KnownPayment>
  readonly isUnchanged: (key: Version) => Promise<boolean>
}

type Version = Pick<Payment, 'merchantId' | 'isTest' | 'id' | 'version' | 'changeId'>

/** A payment with more captures and refunds takes long to keep, and is read instead. */
const mostMovements = 40

/**
 * Returns the payment as this process knows it; undefined if it does not. Another process may have changed it since: its
 * version must be compared before it is used (docs/decisions/0125-decide-on-the-known-version.md).
 */
export function recallPayment(app: App, of: MerchantMode, id: PaymentId): KnownPayment | undefined {
  return knownOf(app).payments.get(keyOf(of, id))
}

/** Returns the known payment with its order. */
export function wholePayment({ payment, order }: KnownPayment): Payment {
  return { ...payment, order: JSON.parse(order) }
}

/** Keeps a payment that was just read or saved. A newer version that this process knows stays. */
export function rememberPayment(app: App, { order, ...payment }: Payment, answer?: KnownAnswer): void {
  const { payments } = knownOf(app)
  const key = keyOf(payment, payment.id)
  // A read-only payment becomes so, and another again, without a new version.
  if (payment.isHeld || payment.captures.length + payment.refunds.length > mostMovements) payments.delete(key)
  else if (!isNewer(payments.peek(key), payment)) payments.set(key, { payment, order: JSON.stringify(order), answer })
}

/** Drops a payment that turned out to be out of date. A newer version stays. */
export function forgetPayment(app: App, payment: Version): void {
  const { payments } = knownOf(app)
  const key = keyOf(payment, payment.id)
  if (!isNewer(payments.peek(key), payment)) payments.delete(key)
}

function isNewer(known: KnownPayment | undefined, { version }: Version): boolean {
  return known !== undefined && known.payment.version > version
}

/** Returns whether the database still has this version of the payment, and its order. */
export function isUnchanged(app: App, { merchantId, isTest, id, version, changeId }: Version): Promise<boolean> {
  return knownOf(app).isUnchanged({ merchantId, isTest, id, version, changeId })
}

function keyOf({ merchantId, isTest }: MerchantMode, id: PaymentId): string {
  return `${merchantId} ${id} ${isTest}`
}

const caches = new WeakMap<App, KnownPayments>()

function knownOf(app: App): KnownPayments {
  const known = caches.get(app) ?? openKnownPayments(app)
  caches.set(app, known)
  return known
}

const batches = { maxBatchSize: 32, maxInFlight: 2 }

function openKnownPayments(app: App): KnownPayments {
  const payments = new LRUCache<string, KnownPayment>({
    max: 16_384,
    maxSize: 96 * 1024 * 1024,
    maxEntrySize: 128 * 1024,
    sizeCalculation: sizeOf,
    ttl: minute,
    ttlResolution: 0,
    // The cache treats the time 0 as no time.
    perf: { now: () => app.clock.elapsedMs() + 1 },
  })
  const follow = app.db.follow?.('find_unchanged_payments')
  return {
    payments,
    isUnchanged: batchCalls({ ...batches, follow }, (keys: readonly Version[]) => findUnchanged(app, keys)),
  }
}

// In bytes: two for each character of a text, and 1 KB for everything else.
function sizeOf({ payment, order, answer }: KnownPayment): number {
  const movements = [...payment.captures, ...payment.refunds]
  const bodies = movements.length === 0 ? '' : JSON.stringify(movements.map(({ body }) => body))
  return 2 * (order.length + bodies.length + (answer?.json.length ?? 0)) + 1_024 * (1 + movements.length)
}

// With shards, each statement reads one shard.
async function findUnchanged(app: App, keys: readonly Version[]): Promise<boolean[]> {
  const rows = await app.db.run(findUnchangedPayments, {
    merchantIds: keys.map(({ merchantId }) => merchantId),
    ids: keys.map(({ id }) => id),
    areTest: keys.map(({ isTest }) => isTest),
    versions: keys.map(({ version }) => version),
    changeIds: keys.map(({ changeId }) => changeId),
    numbers: keys.map((_, number) => number),
  })
  const unchanged = new Set(rows.map(({ number }) => number))
  return keys.map((_, number) => unchanged.has(number))
}
