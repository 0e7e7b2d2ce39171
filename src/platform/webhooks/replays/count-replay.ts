import type { App } from '../../app/app.ts'
import type { MerchantId, WebhookId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import { findIdBounds, type IdBounds } from '../notifications/find-id-bounds.ts'
import { countReplayed } from '../store/replayed.ts'
import { replayLimits } from './replay.ts'

/** The period of a replay, by the merchant's clock, both ends included. */
export interface ReplayPeriod {
  readonly webhookId: WebhookId
  readonly from: Instant
  readonly to: Instant
  /** Leaves out what is delivered. */
  readonly onlyMissing: boolean
}

/** The number of a period's notifications. `isMore`: there are more than `count`. */
export interface ReplayCount {
  readonly count: number
  readonly isMore: boolean
  readonly bounds: IdBounds
}

/** Counts the notifications of a period, at most 10,000, and reads at most 50,000 of the merchant's for it. */
export async function countReplay(app: App, merchantId: MerchantId, period: ReplayPeriod): Promise<ReplayCount> {
  const { counted, countedWindow: windowSize } = replayLimits
  const bounds = await findIdBounds(app, merchantId, period)
  const read = { merchantId, ...period, ...bounds, windowSize, limit: counted + 1 }
  const [row] = await app.db.run(countReplayed, read)
  return { count: row?.count ?? 0, isMore: row?.is_more ?? false, bounds }
}
