import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { recordActivity } from '../activities/record-activity.ts'
import { sessionsOf } from '../store/sessions.ts'
import type { BackOfficeSession } from './session.ts'

/**
 * Ends another session of the same person, at once and in every process. Answers whether it did: one that is no more, or somebody else's, is
 * left alone.
 */
export async function endSession(app: App, session: BackOfficeSession, id: string): Promise<boolean> {
  const { backOffice, personId } = session
  return app.db.transaction(async (tx) => {
    const ended = await tx.run(sessionsOf[backOffice].removeById, { merchantId: allMerchants, personId, id })
    if (ended.length > 0) await recordActivity(app, session, { what: 'end_session', onKind: 'session', onId: id }, tx)
    return ended.length > 0
  })
}
