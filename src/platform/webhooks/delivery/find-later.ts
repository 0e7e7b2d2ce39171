import type { App } from '../../app/app.ts'
import type { ClaimedRow } from '../store/deliveries.ts'
import { findLaterDeliveries } from '../store/waiting.ts'

/** Whether a later notification of the same payment or dispute has been sent to the same webhook, and whether one waits to be. */
export async function findLater(app: App, delivery: ClaimedRow): Promise<{ isSent: boolean; isWaiting: boolean }> {
  const { merchant_id: merchantId, webhook_id: webhookId, payment_id: paymentId } = delivery
  const of = { merchantId, webhookId, paymentId, disputeId: delivery.dispute_id, sequence: delivery.sequence }
  const [row] = await app.db.run(findLaterDeliveries, of)
  return { isSent: row?.is_sent ?? false, isWaiting: row?.is_waiting ?? false }
}
