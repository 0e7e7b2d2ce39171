import type { App } from '../app/app.ts'
import type { PaymentId } from '../base/ids.ts'
import { batchCalls } from '../db/batch-calls.ts'
import type { Db } from '../db/db.ts'
import type { Actor } from '../merchants/caller.ts'
import type { Payment } from './payment.ts'
import { findPaymentRows, type PaymentRow, paymentFrom } from './store/payments.ts'

interface Wanted {
  readonly merchantId: string
  readonly id: PaymentId
  readonly isTest: boolean
}

/**
 * The payment as it was last saved; undefined when this merchant has none of this id and mode. Shares its round trip with
 * others that are looked for at the same time.
 */
export async function findPayment(app: App, actor: Actor, id: PaymentId): Promise<Payment | undefined> {
  const row = await finderOf(app.db)({ merchantId: actor.merchantId, id, isTest: actor.isTest })
  return row === undefined ? undefined : paymentFrom(row)
}

const finders = new WeakMap<Db, (wanted: Wanted) => Promise<PaymentRow | undefined>>()

function finderOf(db: Db): (wanted: Wanted) => Promise<PaymentRow | undefined> {
  const finder =
    finders.get(db) ??
    batchCalls({ maxBatchSize: 32, maxInFlight: 2 }, (wanted: readonly Wanted[]) => findTogether(db, wanted))
  finders.set(db, finder)
  return finder
}

// However many ask for a payment at the same time, it is read once.
async function findTogether(db: Db, wanted: readonly Wanted[]): Promise<(PaymentRow | undefined)[]> {
  const each = [...new Map(wanted.map((one) => [keyOf(one.merchantId, one.id, one.isTest), one])).values()]
  const rows = await db.run(findPaymentRows, [
    each.map(({ merchantId }) => merchantId),
    each.map(({ id }) => id),
    each.map(({ isTest }) => isTest),
  ])
  const found = new Map(rows.map((row) => [keyOf(row.merchant_id, row.id, row.is_test), row]))
  return wanted.map(({ merchantId, id, isTest }) => found.get(keyOf(merchantId, id, isTest)))
}

function keyOf(merchantId: string, id: string, isTest: boolean): string {
  return `${merchantId} ${id} ${isTest}`
}
