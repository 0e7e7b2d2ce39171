import { listFaults } from '../../../rehearsal/faults/faults.ts'
import { getEntries, listNewestEntries } from '../../../rehearsal/journal/entries.ts'
import { requestWire } from '../../../rehearsal/journal/wire.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { storeTimesOf } from '../store-times.ts'
import { developersPage } from './views/developers.ts'
import { journalRequestPage } from './views/journal-request.ts'

const pageSize = 50

/** What the page says of a form that was sent to it. */
export interface SaidOfDevelopers {
  readonly done?: string | undefined
  /** What is wrong with a rule that was typed, in the API's words. */
  readonly ruleProblems?: readonly string[]
  /** Why the clock was not moved: it does not go so far, or stands elsewhere than its page had shown. */
  readonly clock?: 'wrong' | 'moved'
  /** Where it stands by now; absent: as when the request came. */
  readonly clockOffsetMs?: number
  readonly fields?: Fields
}

/** The journal's newest entries, what is to go wrong, and the clock. */
export async function viewDevelopers(visit: Visit): Promise<Answer> {
  return showDevelopers(visit, { done: visit.query('done') })
}

/** That page, with what it says of a form. */
export async function showDevelopers(visit: Visit, said: SaidOfDevelopers): Promise<Answer> {
  const { app, actor } = visit
  const typed = visit.query('before')
  const before = typed !== undefined && /^\d{1,15}$/.test(typed) ? Number(typed) : undefined
  const [found, faults, times] = await Promise.all([
    listNewestEntries(app, actor, { before, limit: pageSize + 1 }),
    listFaults(app, actor),
    storeTimesOf(visit),
  ])
  const entries = found.slice(0, pageSize)
  const older = found.length > pageSize ? entries.at(-1)?.number : undefined
  return developersPage(visit, { entries, older, isNewest: before === undefined, faults, times, said })
}

/** A call with what it changed, or the attempts of a delivery. */
export async function viewJournalRequest(visit: Visit): Promise<Answer> {
  const { name, rows } = await getEntries(visit.app, visit.actor, visit.id)
  const { entries } = requestWire(name, rows)
  const moments = rows.map(({ at }) => at)
  return journalRequestPage(visit, { entries, moments, times: await storeTimesOf(visit) })
}
