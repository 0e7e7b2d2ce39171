import { Refusal } from '../../../platform/base/refusals.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { getActor } from '../../../platform/merchants/merchants.ts'
import { refusals as sandboxRefusals } from '../../../rehearsal/refusals.ts'
import { advanceMerchantClock } from '../../../rehearsal/sandbox/advance-clock.ts'
import { parseDuration } from '../../../rehearsal/sandbox/duration.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'
import { showDevelopers } from './view-developers.ts'

/**
 * Moves the merchant's clock on, and does everything that falls due on the way: from where the page had shown it, so that two presses move it
 * once.
 */
export async function submitClock(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor, rehearsal } = visit
  if (rehearsal === undefined) throw refusals.noSuchPage()
  const advance = (fields['advance'] ?? '').trim()
  const seenMs = /^\d{1,16}$/.test(fields['clock_seen'] ?? '') ? Number(fields['clock_seen']) : undefined
  if (seenMs !== actor.clockOffsetMs) return answerMoved(visit, fields)
  const byMs = parseDuration(advance, nowFor(app, actor))
  try {
    const reached = byMs === undefined ? byMs : await advanceMerchantClock(app, rehearsal.works, actor, byMs, seenMs)
    if (reached === undefined) return { ...(await showDevelopers(visit, { clock: 'wrong', fields })), status: 422 }
  } catch (error) {
    if (!(error instanceof Refusal) || error.message !== sandboxRefusals.clockMoved.text) throw error
    return answerMoved(visit, fields)
  }
  const details = { advance }
  await recordDone(visit, { what: 'advance_clock', onKind: 'merchant', onId: actor.merchantId, details })
  return { goTo: visit.address('developers', { done: 'clock' }) }
}

// Nothing was moved: how late it is now is shown.
async function answerMoved(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor } = visit
  const { clockOffsetMs } = await getActor(app, actor.merchantId, actor.principal)
  return { ...(await showDevelopers(visit, { clock: 'moved', clockOffsetMs, fields })), status: 409 }
}
