import { chargeQueues } from '../money/charges/due-charges.ts'
import { collectionQueues } from '../money/collections/due-collections.ts'
import { disputeQueues } from '../money/disputes/waiting.ts'
import { ledgerQueues } from '../money/ledger/seals.ts'
import { paymentQueues } from '../money/payments/due-payments.ts'
import { settlementQueues } from '../money/settlements/waiting.ts'
import type { App } from '../platform/app/app.ts'
import { measureQueue, type Queue } from '../platform/due/waiting.ts'
import { webhookQueues } from '../platform/webhooks/delivery/deliveries.ts'

/** All that waits, declared once. */
export const allQueues: readonly Queue[] = [
  ...webhookQueues,
  ...paymentQueues,
  ...disputeQueues,
  ...collectionQueues,
  ...chargeQueues,
  ...ledgerQueues,
  ...settlementQueues,
]

/** Says in the metrics what waits in every queue. One after the other: nobody waits for it, and it takes no more than one connection. */
export async function measureQueues(app: App): Promise<number> {
  for (const queue of allQueues) await measureQueue(app, queue)
  return 0
}
