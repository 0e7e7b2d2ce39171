import { type CsvLine, csvHead, csvLines } from '../../../platform/base/csv.ts'
import { formatMilliseconds } from '../../../platform/base/times.ts'
import { listActivities } from '../../../platform/people/activities/activities.ts'
import type { Activity } from '../../../platform/people/activities/activity.ts'
import type { Answer, Visit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { refuseExport } from '../refuse-export.ts'
import { storeTimesOf } from '../store-times.ts'
import { type LogFilter, logFilterOf, logScopeOf } from './log-filter.ts'

const columns = ['id', 'at', 'email', 'what', 'on_kind', 'on_id', 'mode', 'address', 'details'] as const
const pageSize = 500

/** All of the log that the address means, as CSV. Refuses with 400 a filter that cannot be read. */
export async function exportActivity(visit: Visit): Promise<Answer> {
  const filter = logFilterOf(visit, await storeTimesOf(visit))
  if (filter.isWrong) return refuseExport(visit, 'activity')
  await recordDone(visit, { what: 'export_activity', onKind: 'activity', onId: '' })
  return { file: { name: 'activity.csv', type: 'text/csv; charset=utf-8', body: csvOf(visit, filter) } }
}

async function* csvOf(visit: Visit, { wanted }: LogFilter): AsyncGenerator<string> {
  yield csvHead(columns)
  for (let before = wanted.before; ; ) {
    const page = await listActivities(visit.app, logScopeOf(visit), { ...wanted, before, limit: pageSize })
    yield csvLines(columns, page.map(lineOf))
    if (page.length < pageSize) return
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
