import type { App } from '../../app/app.ts'
import { countInQuota, uncountInQuota } from '../store/message-quotas.ts'
import type { Quota } from './message-quotas.ts'

/** A try that was counted. */
export interface CountedTry extends Pick<Quota, 'merchantId' | 'counted'> {
  readonly countedAt: string
}

/**
 * Counts a try before it is judged. Returns undefined where the quota is used up: then the try must not be judged. So never more tries are
 * wrong than the quota has, whatever happens at the same moment. Does not depend on RATE_LIMITS.
 */
export async function countTry(app: App, quota: Quota): Promise<CountedTry | undefined> {
  const [row] = await app.db.run(countInQuota, quota)
  const { merchantId, counted } = quota
  return row && { merchantId, counted, countedAt: row.counted_at }
}

/** Takes a try that was not wrong out of its quota. */
export async function uncountTry(app: App, counted: CountedTry): Promise<void> {
  await app.db.run(uncountInQuota, counted)
}
