import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { day } from '../../base/times.ts'
import { countInQuota } from '../store/message-quotas.ts'
import { triesOf } from './message-quotas.ts'

/** So many codes may be tried for one phone in a day, over all browsers that sign in with it. */
const most = 25

/** Counts a try at a code before it is judged, where limits are on; false when the phone has had too many. */
export async function countCodeTry(app: App, { isTest, phone }: { isTest: boolean; phone: string }): Promise<boolean> {
  if (!app.config.rateLimits) return true
  const counted = triesOf(phone, isTest)
  return (await app.db.run(countInQuota, { merchantId: allMerchants, counted, most, windowMs: day })).length > 0
}
