import { chargeQueues } from '../money/charges/due-charges.ts'
import { collectionQueues } from '../money/collections/due-collections.ts'
import { erasureQueues } from '../money/customers/due-erasures.ts'
import { disputeQueues } from '../money/disputes/due-disputes.ts'
import { ledgerQueues } from '../money/ledger/seals.ts'
import { paymentQueues } from '../money/payments/due-payments.ts'
import { settlementQueues } from '../money/settlements/due-settlements.ts'
import type { App } from '../platform/app/app.ts'
import { measureQueue, type Queue } from '../platform/due/waiting.ts'
import { webhookQueues } from '../platform/webhooks/delivery/deliveries.ts'
import { replayQueues } from '../platform/webhooks/replays/due-replays.ts'

/** All queues of the metrics. */
export const allQueues: readonly Queue[] = [
  ...webhookQueues,
  ...replayQueues,
  ...paymentQueues,
  ...disputeQueues,
  ...collectionQueues,
  ...chargeQueues,
  ...ledgerQueues,
  ...settlementQueues,
  ...erasureQueues,
]

/** Measures all queues for the metrics, one after the other, so that it takes only one connection. */
export async function measureQueues(app: App): Promise<number> {
  for (const queue of allQueues) await measureQueue(app, queue)
  return 0
}
