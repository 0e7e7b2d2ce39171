import type { App } from '../../app/app.ts'
import type { MerchantId, WebhookId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import * as store from '../store/webhook-deliveries.ts'

/** Figures of a webhook's newest deliveries. */
export interface DeliveryFigures {
  readonly events: number
  readonly delivered: number
  /** Failed at least once, and waiting for the next attempt. */
  readonly retrying: number
  /** Failed for good, or dropped. */
  readonly lost: number
  /** The median duration of delivered attempts. */
  readonly usualMs: number | undefined
  /** The last attempt. Without an answer its status is null, and `answer` is the reason. */
  readonly last: { readonly at: Instant; readonly status: number | null; readonly answer: string } | undefined
}

const answerLength = 200

/** The number of a merchant's newest events that figures count. */
export const newestEvents = 1_000

/** Returns the figures of the merchant's newest 1,000 events by webhook. A webhook without any of them is missing. */
export async function listDeliveryFigures(
  app: App,
  merchantId: MerchantId,
): Promise<ReadonlyMap<WebhookId, DeliveryFigures>> {
  const rows = await app.db.run(store.findDeliveryFigures, { merchantId, windowSize: newestEvents, answerLength })
  return new Map(
    rows.map(({ webhook_id, events, delivered, retrying, lost, usual_ms, last_at, last_status, last_answer }) => {
      const last = last_at === null ? undefined : { at: last_at, status: last_status, answer: last_answer ?? '' }
      return [webhook_id, { events, delivered, retrying, lost, usualMs: usual_ms ?? undefined, last }]
    }),
  )
}
