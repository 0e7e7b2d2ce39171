import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { recordActivity } from '../activities/record-activity.ts'
import { sessionsOf } from '../store/sessions.ts'
import type { BackOfficeSession } from './session.ts'

/** Ends every session of the person but this one. */
export async function endOtherSessions(app: App, session: BackOfficeSession): Promise<void> {
  const { backOffice, personId, sessionId: id } = session
  await app.db.transaction(async (tx) => {
    const ended = await tx.run(sessionsOf[backOffice].removeOthers, { merchantId: allMerchants, personId, id })
    if (ended.length === 0) return
    const details = { sessions: ended.length }
    await recordActivity(app, session, { what: 'end_other_sessions', onKind: 'person', onId: personId, details }, tx)
  })
}
