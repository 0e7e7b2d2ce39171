import type { App } from '../../../platform/app/app.ts'
import { countInQuota, uncountInQuota } from '../store/message-quotas.ts'
import type { Quota } from './message-quotas.ts'

/** A try that was counted. */
interface CountedTry extends Pick<Quota, 'merchantId' | 'counted'> {
  readonly countedAt: string
}

/**
 * Counts a try before it is judged. Returns undefined if the quota is used up: then the try must not be judged. So no race makes more wrong
 * tries than the quota allows. Counts with RATE_LIMITS=off too.
 */
export async function countTry(app: App, quota: Quota): Promise<CountedTry | undefined> {
  const [row] = await app.db.run(countInQuota, quota)
  const { merchantId, counted } = quota
  return row && { merchantId, counted, countedAt: row.counted_at }
}

/** Takes a try out of its quota again, because it was not wrong. */
export async function uncountTry(app: App, counted: CountedTry): Promise<void> {
  await app.db.run(uncountInQuota, counted)
}
