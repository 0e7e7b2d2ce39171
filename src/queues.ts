import type { App } from './app/app.ts'
import { chargeQueues } from './charges/waiting.ts'
import { collectionQueues } from './collections/waiting.ts'
import { disputeQueues } from './disputes/waiting.ts'
import { measureQueue, type Queue } from './due/waiting.ts'
import { ledgerQueues } from './ledger/waiting.ts'
import { paymentQueues } from './payments/waiting.ts'
import { settlementQueues } from './settlements/waiting.ts'
import { webhookQueues } from './webhooks/waiting.ts'

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
