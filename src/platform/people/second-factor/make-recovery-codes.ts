import type { App } from '../../app/app.ts'
import { recordActivity } from '../activities/record-activity.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { replaceRecoveryCodes } from './replace-recovery-codes.ts'

/** Makes new recovery codes, in clear for this once; earlier ones open nothing any more. */
export async function makeRecoveryCodes(app: App, session: BackOfficeSession): Promise<readonly string[]> {
  const { backOffice, personId } = session
  return app.db.transaction(async (tx) => {
    const codes = await replaceRecoveryCodes(tx, backOffice, personId)
    await recordActivity(app, session, { what: 'make_recovery_codes', onKind: 'person', onId: personId }, tx)
    return codes
  })
}
