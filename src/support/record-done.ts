import type { Queryable } from '../db/db.ts'
import type { MerchantMode } from '../merchants/caller.ts'
import type { NewActivity } from '../people/activities/activity.ts'
import { recordActivity } from '../people/activities/record-activity.ts'
import type { SupportVisit } from './page.ts'

/** Writes down what was done in this visit; `of`: to whose thing, and of which mode. With a transaction it stands or falls with what was done. */
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
