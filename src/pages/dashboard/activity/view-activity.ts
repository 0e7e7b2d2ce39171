import { listActivities } from '../../../platform/people/activities/activities.ts'
import { discloseActivities } from '../../back-office/disclosure/disclose-activity.ts'
import type { Answer, Visit } from '../page.ts'
import { storeTimesOf } from '../store-times.ts'
import { logFilterOf, logScopeOf } from './log-filter.ts'
import { activityPage } from './views/activity.ts'

const pageSize = 50

/** What the merchant's people did, the newest first. */
export async function viewActivity(visit: Visit): Promise<Answer> {
  const times = await storeTimesOf(visit)
  const filter = logFilterOf(visit, times)
  const found = filter.isWrong
    ? []
    : await listActivities(visit.app, logScopeOf(visit), { ...filter.wanted, limit: pageSize + 1 })
  const activities = discloseActivities(visit, found.slice(0, pageSize))
  const older = found.length > pageSize ? activities.at(-1)?.id : undefined
  return activityPage(visit, { activities, older, filter, times })
}
