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

/** A payment that this process has read or changed. Its order is kept as JSON, which needs a fraction of the memory. */
interface KnownPayment {
  readonly payment: Omit<Payment, 'order'>
  readonly order: string
  /** Undefined: nobody has asked for it. */
  readonly answer: KnownAnswer | undefined
  /** The time at which the payment was current, by the monotonic clock. */
  readonly at: number
}

/**
 * The payments that this process has read or changed within the last minute. Other processes may have changed them
 * since, so the database compares its version before it is used
 * (docs/decisions/0125-decide-on-the-known-version.md).
 */
interface KnownPayments {
  readonly payments: LRUCache<string, KnownPayment>
  readonly isUnchanged: (key: VersionKey) => Promise<boolean>
}

interface VersionKey extends MerchantMode {
  readonly id: PaymentId
  readonly version: number
}

/** Returns the payment as this process knows it; undefined if it does not. */
export function recallPayment(app: App, of: MerchantMode, id: PaymentId): KnownPayment | undefined {
  const { payments } = knownOf(app)
  const known = payments.get(keyOf(of, id))
  // A server that takes over may lack the last changes, and give their versions to others.
  return known === undefined || known.at <= app.db.poolState().lostAt ? undefined : known
}

/** Returns the known payment with its order. */
export function wholePayment({ payment, order }: KnownPayment): Payment {
  return { ...payment, order: JSON.parse(order) }
}

/** Keeps a payment that was just read or saved. A newer version that this process knows stays. */
export function rememberPayment(app: App, { order, ...payment }: Payment, answer?: KnownAnswer): void {
  // A read-only payment becomes so, and another again, without a new version.
  if (payment.isHeld) return
  const { payments } = knownOf(app)
  const key = keyOf(payment, payment.id)
  const known = payments.peek(key)
  if (known !== undefined && known.payment.version > payment.version) return
  payments.set(key, { payment, order: JSON.stringify(order), answer, at: performance.now() })
}

/** Drops a payment that turned out to be out of date. */
export function forgetPayment(app: App, payment: Pick<Payment, 'merchantId' | 'isTest' | 'id'>): void {
  knownOf(app).payments.delete(keyOf(payment, payment.id))
}

/** Returns whether the database still has this version of the payment, with its order, and may change it. */
export function isUnchanged(app: App, { merchantId, isTest, id, version }: VersionKey): Promise<boolean> {
  return knownOf(app).isUnchanged({ merchantId, isTest, id, version })
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
    isUnchanged: batchCalls({ ...batches, follow }, (keys: readonly VersionKey[]) => findUnchanged(app, keys)),
  }
}

// In bytes: two for each character of a text, and 1 KB for everything else.
function sizeOf({ payment, order, answer }: KnownPayment): number {
  const movements = [...payment.captures, ...payment.refunds]
  const bodies = movements.length === 0 ? '' : JSON.stringify(movements.map(({ body }) => body))
  return 2 * (order.length + bodies.length + (answer?.json.length ?? 0)) + 1_024 * (1 + movements.length)
}

// With shards, each statement reads one shard.
async function findUnchanged(app: App, keys: readonly VersionKey[]): Promise<boolean[]> {
  const rows = await app.db.run(findUnchangedPayments, {
    merchantIds: keys.map(({ merchantId }) => merchantId),
    ids: keys.map(({ id }) => id),
    areTest: keys.map(({ isTest }) => isTest),
    versions: keys.map(({ version }) => version),
    numbers: keys.map((_, number) => number),
  })
  const unchanged = new Set(rows.map(({ number }) => number))
  return keys.map((_, number) => unchanged.has(number))
}
