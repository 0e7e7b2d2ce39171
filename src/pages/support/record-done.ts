import type { Queryable } from '../../platform/db/db.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import { recordActivity } from '../../platform/people/activities/activities.ts'
import type { NewActivity } from '../../platform/people/activities/activity.ts'
import type { SupportVisit } from './page.ts'

/** Logs an activity of this visit. `of`: merchant and mode. `on`: the transaction of the logged change. */
export function recordDone(
  { app, session }: SupportVisit,
  activity: NewActivity,
  of: Partial<MerchantMode> = {},
  on?: Queryable,
): Promise<void> {
  const { merchantId, isTest } = of
  const whose = { ...(merchantId !== undefined && { merchantId }), ...(isTest !== undefined && { isTest }) }
  return recordActivity(app, session, { ...whose, ...activity }, on)
}
