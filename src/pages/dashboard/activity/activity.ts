import { type CsvLine, csvHead, csvLines } from '../../../platform/base/csv.ts'
import { formatMilliseconds } from '../../../platform/base/times.ts'
import { listActivities } from '../../../platform/people/activities/activities.ts'
import type { Activity } from '../../../platform/people/activities/activity.ts'
import { discloseActivities } from '../../back-office/disclosure/disclose-activity.ts'
import { refuseExport } from '../lists.ts'
import type { Answer, Section, Visit } from '../page.ts'
import { storeTimesOf } from '../times.ts'
import { recordDone } from '../visit.ts'
import { type LogFilter, logFilterOf, logScopeOf } from './log-filter.ts'
import { activityPage } from './views/activity.ts'

/** The activity log. */
export const activity: Section = {
  pages: [
    { path: '/activity', permission: 'see_activity', view: viewActivity },
    { path: '/activity.csv', isFile: true, permission: 'export', view: exportActivity },
  ],
  forms: [],
}

const pageSize = 50

/** Shows the merchant's activities, newest first. */
export async function viewActivity(visit: Visit): Promise<Answer> {
  const times = await storeTimesOf(visit)
  const filter = logFilterOf(visit, times)
  const found = filter.isWrong
    ? []
    : await listActivities(visit.app, logScopeOf(visit), { ...filter.criteria, limit: pageSize + 1 })
  const activities = discloseActivities(visit, found.slice(0, pageSize))
  const older = found.length > pageSize ? activities.at(-1)?.id : undefined
  return activityPage(visit, { activities, older, filter, times })
}

const columns = ['id', 'at', 'email', 'what', 'on_kind', 'on_id', 'mode', 'address', 'details'] as const
const rowsPerRead = 500

/** Exports the filtered log as CSV. Answers 400 if the filter cannot be read. */
export async function exportActivity(visit: Visit): Promise<Answer> {
  const filter = logFilterOf(visit, await storeTimesOf(visit))
  if (filter.isWrong) return refuseExport(visit, 'activity')
  await recordDone(visit, { what: 'export_activity', onKind: 'activity', onId: '' })
  return { file: { name: 'activity.csv', type: 'text/csv; charset=utf-8', body: csvOf(visit, filter) } }
}

async function* csvOf(visit: Visit, { criteria }: LogFilter): AsyncGenerator<string> {
  yield csvHead(columns)
  for (let before = criteria.before; ; ) {
    const page = await listActivities(visit.app, logScopeOf(visit), { ...criteria, before, limit: rowsPerRead })
    yield csvLines(columns, page.map(lineOf))
    if (page.length < rowsPerRead) return
    before = page.at(-1)?.id
  }
}

function lineOf(one: Activity): CsvLine<(typeof columns)[number]> {
  const { id, at, email, what, onKind, onId, isTest, address, details } = one
  const mode = isTest === null ? '' : isTest ? 'test' : 'live'
  return {
    ...{ id, at: formatMilliseconds(at), email, what, on_kind: onKind, on_id: onId, mode, address },
    details: JSON.stringify(details),
  }
}
