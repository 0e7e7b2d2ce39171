import type { App } from '../../app/app.ts'
import type { MerchantId, WebhookId } from '../../base/ids.ts'
import * as store from '../store/webhook-deliveries.ts'
import type { DeliveryHealth } from './delivery-health.ts'

const answerLength = 200
const lookBack = 1_000

/** How the merchant's newest 1,000 events were delivered, by webhook; none of one that none of them was for. */
export async function listDeliveryHealth(
  app: App,
  merchantId: MerchantId,
): Promise<ReadonlyMap<WebhookId, DeliveryHealth>> {
  const rows = await app.db.run(store.listDeliveryHealth, { merchantId, lookBack, answerLength })
  return new Map(
    rows.map(({ webhook_id, events, delivered, retrying, lost, usual_ms, last_at, last_status, last_answer }) => {
      const last = last_at === null ? undefined : { at: last_at, status: last_status, answer: last_answer ?? '' }
      return [webhook_id, { events, delivered, retrying, lost, usualMs: usual_ms ?? undefined, last }]
    }),
  )
}
