import { parseId } from '../../../platform/base/ids.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { getActor } from '../../../platform/merchants/merchants.ts'
import { addFault, listFaults, removeFault, removeFaults } from '../../../rehearsal/faults/faults.ts'
import { readRule } from '../../../rehearsal/faults/read-rule.ts'
import { getEntries, listNewestEntries } from '../../../rehearsal/journal/entries.ts'
import { requestWire } from '../../../rehearsal/journal/wire.ts'
import { refusals as faultRefusals, refusals as sandboxRefusals } from '../../../rehearsal/refusals.ts'
import { advanceMerchantClock } from '../../../rehearsal/sandbox/advance-clock.ts'
import { parseDuration } from '../../../rehearsal/sandbox/duration.ts'
import type { Answer, Fields, Section, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { storeTimesOf } from '../times.ts'
import { recordDone } from '../visit.ts'
import { presets } from './presets.ts'
import type { DevelopersNotice } from './views/developers.ts'
import { developersPage } from './views/developers.ts'
import { journalRequestPage } from './views/journal-request.ts'

const isRehearsal = true

/** The tools for integration engineers in a sandbox: the journal, faults and the clock. */
export const developers: Section = {
  pages: [
    { path: '/developers', permission: 'see_developers', isRehearsal, view: viewDevelopers },
    { path: '/developers/journal/:id', permission: 'see_developers', isRehearsal, view: viewJournalRequest },
  ],
  forms: [
    { path: '/developers/clock', permission: 'act_as_developer', isRehearsal, submit: submitClock },
    { path: '/developers/faults', permission: 'act_as_developer', isRehearsal, submit: submitFault },
    { path: '/developers/faults/remove', permission: 'act_as_developer', isRehearsal, submit: submitRemoveFault },
  ],
}

const pageSize = 50

/** Shows the journal's newest entries, the faults and the clock. */
export async function viewDevelopers(visit: Visit): Promise<Answer> {
  return showDevelopers(visit, { done: visit.query('done') })
}

/** Returns that page with the outcome of a form. */
export async function showDevelopers(visit: Visit, notice: DevelopersNotice): Promise<Answer> {
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
  return developersPage(visit, { entries, older, isNewest: before === undefined, faults, times, notice })
}

/** Shows one API call with its changes, or one delivery with its attempts. */
export async function viewJournalRequest(visit: Visit): Promise<Answer> {
  const { name, rows } = await getEntries(visit.app, visit.actor, visit.id)
  const { entries } = requestWire(name, rows)
  const moments = rows.map(({ at }) => at)
  return journalRequestPage(visit, { entries, moments, times: await storeTimesOf(visit) })
}

/**
 * Advances the merchant's clock and runs all due works on the way.
 * Starts from the offset that the page showed, so that a second press does not advance it again.
 */
export async function submitClock(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor, rehearsal } = visit
  if (rehearsal === undefined) throw refusals.noSuchPage()
  const advance = (fields['advance'] ?? '').trim()
  const expectedMs = /^\d{1,16}$/.test(fields['clock_seen'] ?? '') ? Number(fields['clock_seen']) : undefined
  if (expectedMs !== actor.clockOffsetMs) return answerMoved(visit, fields)
  const byMs = parseDuration(advance, nowFor(app, actor))
  try {
    const reached =
      byMs === undefined ? byMs : await advanceMerchantClock(app, rehearsal.works, actor, byMs, expectedMs)
    if (reached === undefined) return { ...(await showDevelopers(visit, { clock: 'wrong', fields })), status: 422 }
  } catch (error) {
    if (!(error instanceof Refusal) || error.message !== sandboxRefusals.clockMoved.text) throw error
    return answerMoved(visit, fields)
  }
  const details = { advance }
  await recordDone(visit, { what: 'advance_clock', onKind: 'merchant', onId: actor.merchantId, details })
  return { goTo: visit.address('developers', { done: 'clock' }) }
}

// The clock was not advanced. The page shows the present time.
async function answerMoved(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor } = visit
  const { clockOffsetMs } = await getActor(app, actor.merchantId, actor.principal)
  return { ...(await showDevelopers(visit, { clock: 'moved', clockOffsetMs, fields })), status: 409 }
}

/** Adds a fault rule: a preset, or a typed one. */
export async function submitFault(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor, rehearsal } = visit
  if (rehearsal === undefined) throw refusals.noSuchPage()
  const preset = presets.find(({ name }) => name === fields['preset'])
  try {
    const rule = preset?.rule ?? parse(fields['rule'] ?? '')
    const added = await addFault(app, actor, readRule(rule, rehearsal.operations, app.clock.now()))
    // The log keeps the whole rule: it can no longer be read after it has ended.
    const details = { rule: JSON.stringify({ on: added.rule.on, do: added.rule.do }) }
    await recordDone(visit, { what: 'add_fault', onKind: 'fault', onId: added.id, details })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const wrong = error.fields?.map(({ field, message }) => `${field} ${message}`) ?? [error.message]
    return { ...(await showDevelopers(visit, { ruleProblems: wrong, fields })), status: 422 }
  }
  return { goTo: visit.address('developers', { done: 'fault' }) }
}

// Text that is not JSON gets the error "not an object".
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Removes a fault rule, or all without an id. Ignores one that has ended. Throws 404 for an invalid id. */
export async function submitRemoveFault(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor } = visit
  const goTo = visit.address('developers', { done: 'removed' })
  const typed = fields['id']
  const id = typed === undefined ? undefined : parseId(typed)
  if (typed !== undefined && id === undefined) throw refusals.noSuchPage()
  try {
    if (id === undefined) await removeFaults(app.db, actor)
    else await removeFault(app, actor, id)
  } catch (error) {
    if (!(error instanceof Refusal) || error.message !== faultRefusals.noSuchFault.text) throw error
    return { goTo }
  }
  await recordDone(visit, { what: 'remove_fault', onKind: 'fault', onId: id ?? '' })
  return { goTo }
}
