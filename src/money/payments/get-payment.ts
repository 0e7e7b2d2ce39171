import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { service } from '../../platform/base/principal.ts'
import { batchCalls } from '../../platform/db/batch-calls.ts'
import type { Db } from '../../platform/db/db.ts'
import { maxAttempts, pauseBeforeRetry } from '../../platform/db/optimistic-concurrency.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import type { Payment } from './payment.ts'
import { savePayment } from './payment-changes.ts'
import { refusals } from './refusals.ts'
import { findPaymentRows, type PaymentRow, paymentFrom } from './store/payments.ts'
import { dueChange } from './transitions/capture.ts'

/**
 * Returns the current payment, and settles it first if it is due, whether or not a worker has run. Refuses with 404 a
 * payment of another merchant or mode, and with 409 a due payment that is locked. Shares its round trip with other
 * reads of the same time.
 */
export async function getPayment(app: App, actor: Actor, id: PaymentId): Promise<Payment> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const row = await finderOf(app.db)({ merchantId: actor.merchantId, id, isTest: actor.isTest })
    if (row === undefined) throw refusals.noSuchPayment()
    const payment = paymentFrom(row)
    const change = dueChange(payment, nowFor(app, actor))
    if (change === undefined) return payment
    if (await savePayment(app, app.db, { ...actor, principal: service }, change)) return change.after
    // Another operation changed the payment first: read it again.
    await pauseBeforeRetry(attempt)
  }
  throw refusals.locked()
}

interface PaymentKey {
  readonly merchantId: string
  readonly id: PaymentId
  readonly isTest: boolean
}

const finders = new WeakMap<Db, (key: PaymentKey) => Promise<PaymentRow | undefined>>()

function finderOf(db: Db): (key: PaymentKey) => Promise<PaymentRow | undefined> {
  const finder =
    finders.get(db) ??
    batchCalls(
      { maxBatchSize: 32, maxInFlight: 2, follow: db.follow?.('find_payments') },
      (keys: readonly PaymentKey[]) => findBatch(db, keys),
    )
  finders.set(db, finder)
  return finder
}

// Several requests for one payment read it once. With shards, each statement reads one shard.
async function findBatch(db: Db, keys: readonly PaymentKey[]): Promise<(PaymentRow | undefined)[]> {
  const each = [...new Map(keys.map((one) => [keyOf(one.merchantId, one.id, one.isTest), one])).values()]
  const rows = await db.run(findPaymentRows, {
    merchantIds: each.map(({ merchantId }) => merchantId),
    ids: each.map(({ id }) => id),
    areTest: each.map(({ isTest }) => isTest),
  })
  const found = new Map(rows.map((row) => [keyOf(row.merchant_id, row.id, row.is_test), row]))
  return keys.map(({ merchantId, id, isTest }) => found.get(keyOf(merchantId, id, isTest)))
}

function keyOf(merchantId: string, id: string, isTest: boolean): string {
  return `${merchantId} ${id} ${isTest}`
}
