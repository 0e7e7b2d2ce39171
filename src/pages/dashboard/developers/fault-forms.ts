import { parseId } from '../../../platform/base/ids.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { addFault, removeFault, removeFaults } from '../../../rehearsal/faults/faults.ts'
import { readRule } from '../../../rehearsal/faults/read-rule.ts'
import { refusals as faultRefusals } from '../../../rehearsal/refusals.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'
import { presets } from './presets.ts'
import { showDevelopers } from './view-developers.ts'

/** Adds a rule: one of those at hand, or as it was typed. */
export async function submitFault(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor, rehearsal } = visit
  if (rehearsal === undefined) throw refusals.noSuchPage()
  const preset = presets.find(({ name }) => name === fields['preset'])
  try {
    const rule = preset?.rule ?? parse(fields['rule'] ?? '')
    const added = await addFault(app, actor, readRule(rule, rehearsal.operations, app.clock.now()))
    // A rule ends: what it was is read here afterwards.
    const details = { rule: JSON.stringify({ on: added.rule.on, do: added.rule.do }) }
    await recordDone(visit, { what: 'add_fault', onKind: 'fault', onId: added.id, details })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const wrong = error.fields?.map(({ field, message }) => `${field} ${message}`) ?? [error.message]
    return { ...(await showDevelopers(visit, { ruleProblems: wrong, fields })), status: 422 }
  }
  return { goTo: visit.address('developers', { done: 'fault' }) }
}

// What is no JSON is no object, which is what is said of it.
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Removes a rule; without an id, all of them. One that has ended meanwhile is gone all the same. Refuses with 404 an id that is none. */
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
