import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { recordActivity } from '../activities/record-activity.ts'
import { refusals } from '../refusals.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { peopleOf } from '../store/people.ts'
import { deleteRecoveryCodes } from '../store/recovery-codes.ts'
import { isRequiredAt } from './second-factor.ts'

/** Lets the person sign in with the password alone. Refuses where nobody may. */
export async function removeSecondFactor(app: App, session: BackOfficeSession): Promise<void> {
  const { backOffice, personId } = session
  if (isRequiredAt(backOffice, app.config)) throw refusals.secondFactorRequired()
  await app.db.transaction(async (tx) => {
    await tx.run(peopleOf[backOffice].setTotp, { merchantId: allMerchants, id: personId, sealed: null, step: null })
    await tx.run(deleteRecoveryCodes, { merchantId: allMerchants, backOffice, personId })
    await recordActivity(app, session, { what: 'remove_second_factor', onKind: 'person', onId: personId }, tx)
  })
}
