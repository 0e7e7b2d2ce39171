import { newOrderedId } from '../base/ids.ts'
import type { Currency } from '../base/money.ts'
import type { Instant } from '../base/times.ts'
import type { Tx } from '../db/db.ts'
import type { Actor } from '../merchants/caller.ts'
import type { OrderBody } from './order.ts'
import type { Payment } from './payment.ts'
import { insertPayment } from './store/payments.ts'

export interface NewPayment {
  readonly storeId: string
  /** CREATED, or REJECTED when pre-scoring refused the customer. */
  readonly status: 'CREATED' | 'REJECTED'
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly orderReference: string
  readonly order: OrderBody
  /** In whole seconds. */
  readonly createdAt: Instant
  readonly expiresAt: Instant
  /** When it becomes EXPIRED if nothing happens. */
  readonly dueAt: Instant
}

/** Writes a new payment with its order and the first line of its timeline. */
export async function createPayment(tx: Tx, actor: Actor, request: NewPayment): Promise<Payment> {
  const payment: Payment = {
    ...request,
    merchantId: actor.merchantId,
    id: newOrderedId(),
    isTest: actor.isTest,
    version: 1,
    dueAt: request.status === 'CREATED' ? request.dueAt : null,
    capturedMinor: 0n,
    refundedMinor: 0n,
    paidMinor: 0n,
    authorizedAt: null,
    closedAt: null,
    expiredAt: null,
    disputeId: null,
    announced: 0,
    captures: [],
    refunds: [],
  }
  await tx.run(insertPayment, [
    ...([payment.merchantId, payment.id, payment.storeId, payment.isTest, payment.status, payment.currency] as const),
    ...([payment.amountMinor, payment.orderReference, payment.createdAt, payment.expiresAt, payment.dueAt] as const),
    ...([payment.order, actor.name, actor.requestId] as const),
  ])
  return payment
}
