import { newOrderedId } from '../base/ids.ts'
import type { Currency } from '../base/money.ts'
import { formatMilliseconds, type Instant } from '../base/times.ts'
import type { Tx } from '../db/db.ts'
import type { Actor } from '../merchants/caller.ts'
import type { OrderBody } from './order.ts'
import type { Payment } from './payment.ts'
import { type CreationRecord, insertPayments } from './store/creation.ts'

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

/** A payment at its first version, to be written by `createPayments`. */
export function newPayment(actor: Actor, request: NewPayment): Payment {
  return {
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
}

/** Writes new payments with their orders and the first lines of their timelines, in one statement. */
export async function createPayments(
  tx: Tx,
  created: readonly { readonly payment: Payment; readonly actor: Actor }[],
): Promise<void> {
  await tx.run(insertPayments, [created.map(({ payment, actor }) => recordOf(payment, actor))])
}

function recordOf(payment: Payment, actor: Actor): CreationRecord {
  return {
    merchant_id: payment.merchantId,
    id: payment.id,
    store_id: payment.storeId,
    is_test: payment.isTest,
    status: payment.status,
    currency: payment.currency,
    amount_minor: String(payment.amountMinor),
    order_reference: payment.orderReference,
    created_at: formatMilliseconds(payment.createdAt),
    expires_at: formatMilliseconds(payment.expiresAt),
    due_at: payment.dueAt === null ? null : formatMilliseconds(payment.dueAt),
    body: payment.order,
    actor: actor.name,
    request_id: actor.requestId,
  }
}
