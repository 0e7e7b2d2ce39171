import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { recordActivity } from '../activities/record-activity.ts'
import { sessionsOf } from '../store/sessions.ts'
import type { BackOfficeSession } from './session.ts'

/** Ends the session: its token opens nothing any more, wherever it is. */
export async function leaveBackOffice(app: App, session: BackOfficeSession): Promise<void> {
  const key = { merchantId: allMerchants, tokenHash: session.hash }
  await app.db.transaction(async (tx) => {
    const ended = await tx.run(sessionsOf[session.backOffice].remove, key)
    if (ended.length === 0) return
    await recordActivity(app, session, { what: 'sign_out', onKind: 'person', onId: session.personId }, tx)
  })
}
