import type { App } from '../../../platform/app/app.ts'
import { newOrderedId, type PaymentId } from '../../../platform/base/ids.ts'
import type { WithChange } from '../../../platform/db/db.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { getPayment } from '../get-payment.ts'
import { leftToRefund } from '../payment.ts'
import { requireAmount } from '../payment-changes.ts'
import { refusals } from '../refusals.ts'
import { insertReturnRequest } from '../store/return-requests.ts'
import type { Decider } from './return-request.ts'

interface NewReturnRequest {
  readonly amountMinor: bigint
  /** The amount left to refund that the page showed. */
  readonly expectedLeftMinor: bigint
  readonly reason: string
}

/**
 * Stores an agent's request for a refund by hand. Nothing moves until another agent confirms it.
 * `inSameTransaction`: extra writes, called with the request's id. Refuses with 409 if another request waits, if a
 * dispute blocks refunds, or if another amount is left than the page showed. Refuses an amount that cannot be
 * refunded.
 */
export async function openReturnRequest(
  app: App,
  actor: Actor,
  by: Decider,
  paymentId: PaymentId,
  { amountMinor, expectedLeftMinor, reason }: NewReturnRequest,
  inSameTransaction: WithChange<[id: string]>,
): Promise<void> {
  const payment = await getPayment(app, actor, paymentId)
  if (payment.status !== 'CLOSED' || payment.capturedMinor === 0n) throw refusals.refundNotCaptured()
  if (payment.disputeId !== null) throw refusals.disputed()
  requireAmount({ leftMinor: expectedLeftMinor }, leftToRefund(payment))
  if (amountMinor <= 0n) throw refusals.refundNotPositive()
  if (amountMinor > expectedLeftMinor) throw refusals.refundTooLarge()
  const id = newOrderedId()
  const request = {
    ...{ merchant_id: actor.merchantId, id, payment_id: paymentId, is_test: actor.isTest },
    ...{
      currency: payment.currency,
      amount_minor: amountMinor,
      seen_minor: expectedLeftMinor,
      reason,
      state: 'waiting',
    },
    ...{ asked_by: by.id, asked_name: by.name, asked_at: app.clock.now() },
  }
  await app.db.transaction(async (tx) => {
    if ((await tx.run(insertReturnRequest, request)).length === 0) throw refusals.returnWaits()
    await inSameTransaction(tx, id)
  })
}
