import type { PaymentId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import type { Instant } from '../../platform/base/times.ts'
import { type Actor, actorColumnsOf } from '../../platform/merchants/caller.ts'
import { noFees } from '../../platform/merchants/stores/fee-rates.ts'
import type { OrderBody } from './order.ts'
import type { Payment } from './payment.ts'
import type { PaymentPlan } from './payment-plan.ts'
import { termsOf } from './search/search-terms.ts'
import { columnsOf } from './store/payments.ts'

interface NewPayment {
  readonly id: PaymentId
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
  readonly plan: PaymentPlan
  /** When it becomes EXPIRED if nothing happens. */
  readonly dueAt: Instant
  /** Until when support may decide about it; null: nobody has to. */
  readonly referredUntil: Instant | null
}

/** Returns a new payment at version 1, for `newPaymentRecordOf`. */
export function newPayment(actor: Actor, request: NewPayment): Payment {
  return {
    ...request,
    merchantId: actor.merchantId,
    isTest: actor.isTest,
    version: 1,
    changeId: null,
    dueAt: request.status === 'CREATED' ? Math.min(request.dueAt, request.referredUntil ?? request.dueAt) : null,
    capturedMinor: 0n,
    refundedMinor: 0n,
    paidMinor: 0n,
    writtenOffMinor: 0n,
    authorizedAt: null,
    closedAt: null,
    expiredAt: null,
    feeRates: noFees,
    vatMinor: 0n,
    exactVat: 0n,
    disputeId: null,
    announced: 0,
    isHeld: false,
    captures: [],
    refunds: [],
  }
}

/** Returns the record of a new payment, for `insertPayments`. */
export function newPaymentRecordOf(payment: Payment, actor: Actor) {
  const { email: buyerEmail, phone: buyerPhone } = payment.order.buyer
  return {
    ...columnsOf(payment),
    order_body: payment.order,
    search_terms: termsOf({ ...payment, buyerEmail, buyerPhone }),
    ...actorColumnsOf(actor),
  }
}
