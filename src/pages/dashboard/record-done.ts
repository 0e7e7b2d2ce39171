import type { Queryable } from '../../platform/db/db.ts'
import { recordActivity } from '../../platform/people/activities/activities.ts'
import type { NewActivity } from '../../platform/people/activities/activity.ts'
import type { Visit } from './page.ts'

/** Writes down what was done in this visit, on a thing of its mode unless said; with a transaction it stands or falls with what was done. */
export function recordDone({ app, session, isTest }: Visit, activity: NewActivity, on?: Queryable): Promise<void> {
  return recordActivity(app, session, { isTest, ...activity }, on)
}
