import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { Tx } from '../../db/db.ts'
import type { Queue } from '../../due/waiting.ts'
import type { MerchantMode } from '../../merchants/caller.ts'
import type { ClaimedRow } from '../store/deliveries.ts'
import {
  failingWebhooks,
  findClaimed,
  findLaterDeliveries,
  hasten,
  repeatDelivered,
  waitingDeliveries,
} from '../store/waiting.ts'

/**
 * Returns whether a later notification of the same payment or dispute was sent to the same webhook, and whether one
 * waits.
 */
export async function findLater(app: App, delivery: ClaimedRow): Promise<{ isSent: boolean; isWaiting: boolean }> {
  const { merchant_id: merchantId, webhook_id: webhookId, payment_id: paymentId } = delivery
  const of = { merchantId, webhookId, paymentId, disputeId: delivery.dispute_id, sequence: delivery.sequence }
  const [row] = await app.db.run(findLaterDeliveries, of)
  return { isSent: row?.is_sent ?? false, isWaiting: row?.is_waiting ?? false }
}

/**
 * Makes waiting deliveries due now. Claimed deliveries stay as they are. `attempts`: each delivery's number of
 * attempts when it was chosen; a delivery with more attempts by now stays, too.
 */
export async function hastenDeliveries(
  app: App,
  merchantId: MerchantId,
  ids: readonly string[],
  attempts: readonly number[] | null = null,
): Promise<void> {
  await app.db.run(hasten, { merchantId, ids, attempts, now: app.clock.now() })
  app.deliveriesDue.wake()
}

/** Returns whether any process has claimed a delivery of this merchant and mode. */
export async function isDelivering(app: App, { merchantId, isTest }: MerchantMode): Promise<boolean> {
  const [row] = await app.db.run(findClaimed, { merchantId, isTest })
  return row?.is_claimed ?? false
}

/**
 * Repeats a delivered delivery at that time, once the transaction is committed. Returns false if it was not
 * delivered or waits already. The caller wakes the dispatchers if it is due at once.
 */
export async function repeatDelivery(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: MerchantId; readonly id: string },
  at: Instant,
): Promise<boolean> {
  const rows = await tx.run(repeatDelivered, { merchantId, id, at })
  return rows.length > 0
}

/** The queues of deliveries and of failing webhooks, for the metrics. */
export const webhookQueues: readonly Queue[] = [
  { name: 'deliveries', statement: waitingDeliveries },
  { name: 'failing_webhooks', statement: failingWebhooks },
]
