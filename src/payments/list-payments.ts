import type { App } from '../app/app.ts'
import type { Instant } from '../base/times.ts'
import type { Actor } from '../merchants/caller.ts'
import type { ListFilter } from './list-filter.ts'
import type { Payment } from './payment.ts'
import { settlePaymentsOf } from './settle-payments.ts'
import { countPayments, listPaymentRows, paymentFrom } from './store/payments.ts'

export interface ListRequest {
  readonly filter: ListFilter
  readonly createdFrom: Instant | null
  readonly createdTo: Instant | null
  readonly limit: number
  readonly offset: number
}

export interface PaymentPage {
  /** Newest first. */
  readonly payments: readonly Payment[]
  readonly totalCount: number
}

/** A page of the merchant's payments of this mode, newest first, with the exact number of all that match. */
export async function listPayments(app: App, actor: Actor, request: ListRequest): Promise<PaymentPage> {
  await settlePaymentsOf(app, actor)
  const { filter, createdFrom, createdTo, limit, offset } = request
  const match = [actor.merchantId, actor.isTest, filter.statuses, createdFrom, createdTo, filter.closedAs] as const
  const [rows, [count]] = await Promise.all([
    app.db.run(listPaymentRows, [...match, limit, offset]),
    app.db.run(countPayments, [...match]),
  ])
  return { payments: rows.map(paymentFrom), totalCount: Number(count?.total ?? 0) }
}
