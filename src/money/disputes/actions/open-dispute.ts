import type { App } from '../../../platform/app/app.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'
import { decimalsOf, parseAmount } from '../../../platform/base/money.ts'
import { customer } from '../../../platform/base/principal.ts'
import { wrongFields, wrongValue } from '../../../platform/base/refusals.ts'
import { retryOvertaken } from '../../../platform/db/optimistic-concurrency.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import { getPayment } from '../../payments/get-payment.ts'
import { leftToRefund, type Payment } from '../../payments/payment.ts'
import { amountMessage, refusals as paymentRefusals } from '../../payments/refusals.ts'
import { openDispute as holdPayment } from '../../payments/transitions/dispute.ts'
import type { Dispute, DisputeReason } from '../dispute.ts'
import { findDisputes } from '../disputes.ts'
import { refusals } from '../refusals.ts'
import { type DisputedPayment, openDispute } from '../transitions/open.ts'
import { trySaveDisputes } from './save-disputes.ts'

interface OpenRequest {
  readonly reason: DisputeReason
  /** A decimal text; null: all that is captured and not refunded. */
  readonly amount: string | null
  readonly comment: string
  readonly attachmentIds: readonly string[]
}

/**
 * Opens a dispute as the customer, on a live payment of this merchant. Refuses a payment that is not closed, has
 * nothing left to refund, or has an open dispute (docs/contract/disputes.md#opening). The payment blocks refunds
 * from then on.
 */
export async function openDisputeOn(
  app: App,
  actor: Actor,
  paymentId: PaymentId,
  request: OpenRequest,
): Promise<Dispute> {
  const live = { ...actor, isTest: false, principal: customer }
  return retryOvertaken(refusals.changedMeanwhile, async () => {
    const at = nowFor(app, actor)
    const payment = await getUndisputedPayment(app, live, paymentId)
    if (payment.status !== 'CLOSED' || leftToRefund(payment) === 0n) throw paymentRefusals.notDisputable()
    const amountMinor = readAmount(payment, request.amount)
    const complaint = { ...request, ...(amountMinor === undefined ? {} : { amountMinor }) }
    const change = openDispute(disputedPayment(payment), complaint, at)
    const hold = holdPayment(payment, change.dispute.id, change.dispute.amountMinor)
    const saved = await trySaveDisputes(app, live, [change], hold)
    return saved?.[0]
  })
}

async function getUndisputedPayment(app: App, actor: Actor, id: PaymentId): Promise<Payment> {
  const payment = await getPayment(app, actor, id)
  if (payment.disputeId === null) return payment
  // The open dispute may be due: reading it decides it.
  await findDisputes(app, actor, [payment.disputeId], nowFor(app, actor))
  const settled = await getPayment(app, actor, id)
  if (settled.disputeId !== null) throw refusals.paymentIsDisputed()
  return settled
}

function readAmount(payment: Payment, amount: string | null): bigint | undefined {
  if (amount === null) return undefined
  const amountMinor = parseAmount(amount, payment.currency)
  const problem = typeof amountMinor === 'string' ? amountMinor : amountMinor <= 0n ? 'not positive' : undefined
  if (problem === undefined) return amountMinor as bigint
  throw wrongFields([wrongValue('$.amount', amountMessage(problem, decimalsOf(payment.currency)))])
}

function disputedPayment(payment: Payment): DisputedPayment {
  return {
    merchantId: payment.merchantId,
    paymentId: payment.id,
    storeId: payment.storeId,
    currency: payment.currency,
    leftToRefundMinor: leftToRefund(payment),
    customerEmail: payment.order.buyer.email,
    orderNumber: payment.orderReference,
    items: payment.order.order.items.map(({ reference_id, title, unit_price }) => ({
      reference_id,
      title,
      unit_price,
    })),
  }
}
