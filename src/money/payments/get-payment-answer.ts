import { LRUCache } from 'lru-cache'
import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { type Instant, minute } from '../../platform/base/times.ts'
import { batchCalls } from '../../platform/db/batch-calls.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { getPayment } from './get-payment.ts'
import type { Payment } from './payment.ts'
import { findUnchangedPayments } from './store/payments.ts'
import { paymentWire } from './wire.ts'

/** A payment's answer as JSON, valid for one version and for times of the merchant's clock in [from, until). */
interface Answer {
  readonly json: string
  readonly version: number
  readonly from: Instant
  readonly until: Instant
}

interface AnswerKey {
  readonly merchantId: string
  readonly id: PaymentId
  readonly isTest: boolean
  readonly version: number
}

interface AnswerCache {
  readonly answers: LRUCache<string, Answer>
  readonly isUnchanged: (key: AnswerKey) => Promise<boolean>
}

/**
 * Returns the payment as JSON, with the refusals of `getPayment`. Uses an answer of the last minute again after the
 * database has confirmed that its version is still current (docs/decisions/0099-answers-of-a-version.md).
 */
export async function getPaymentAnswer(app: App, actor: Actor, id: PaymentId): Promise<string> {
  const { merchantId, isTest } = actor
  const { answers, isUnchanged } = cacheOf(app)
  const key = `${merchantId} ${id} ${isTest}`
  const known = answers.get(key)
  // Checked twice: time may pass while the database is asked.
  const holds = (answer: Answer): boolean => answer.from <= nowFor(app, actor) && nowFor(app, actor) < answer.until
  if (known !== undefined && holds(known)) {
    const answerKey = { merchantId, id, isTest, version: known.version }
    if ((await isUnchanged(answerKey)) && holds(known)) return known.json
    answers.delete(key)
  }
  const payment = await getPayment(app, actor, id)
  const at = nowFor(app, actor)
  const json = JSON.stringify(paymentWire(payment, at))
  answers.set(key, { json, version: payment.version, from: at, until: nextMoment(payment, at) })
  return json
}

// The answer changes with time alone in two cases: the payment becomes due, or its authorization expires and
// `cancelable` becomes false.
function nextMoment({ dueAt, expiresAt }: Payment, at: Instant): Instant {
  return Math.min(dueAt ?? Number.POSITIVE_INFINITY, expiresAt > at ? expiresAt : Number.POSITIVE_INFINITY)
}

const caches = new WeakMap<App, AnswerCache>()

function cacheOf(app: App): AnswerCache {
  const known = caches.get(app) ?? openAnswers(app)
  caches.set(app, known)
  return known
}

const batches = { maxBatchSize: 32, maxInFlight: 2 }

function openAnswers(app: App): AnswerCache {
  const answers = new LRUCache<string, Answer>({
    max: 16_384,
    // In bytes: two for each character, and 512 for the entry.
    maxSize: 64 * 1024 * 1024,
    maxEntrySize: 128 * 1024,
    sizeCalculation: ({ json }) => json.length * 2 + 512,
    ttl: minute,
    ttlResolution: 0,
    // The cache treats the time 0 as no time.
    perf: { now: () => app.clock.elapsedMs() + 1 },
  })
  const follow = app.db.follow?.('find_unchanged_payments')
  const isUnchanged = batchCalls({ ...batches, follow }, (keys: readonly AnswerKey[]) => findUnchanged(app, keys))
  return { answers, isUnchanged }
}

// With shards, each statement reads one shard.
async function findUnchanged(app: App, keys: readonly AnswerKey[]): Promise<boolean[]> {
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
