import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import type { Tx } from '../../db/db.ts'
import { recordActivity } from '../activities/activities.ts'
import type { NewActivity } from '../activities/activity.ts'
import { refusals } from '../refusals.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { deletePasskey } from '../store/passkeys.ts'
import { peopleOf } from '../store/people.ts'
import { deleteRecoveryCodes } from '../store/recovery-codes.ts'
import { isFactorRequired } from './required-factor.ts'
import { hasSecondFactor } from './second-factor.ts'

/** What a person removes: the app that shows codes, or a passkey, by its id. */
export type RemovedFactor = 'app' | { readonly passkeyId: string }

/**
 * Removes a second factor of the person, and with the last one the recovery codes. Returns false if the person does not
 * have it. Refuses the last one while the back office, or a merchant of the person, requires one.
 */
export async function removeSecondFactor(
  app: App,
  session: BackOfficeSession,
  factor: RemovedFactor,
): Promise<boolean> {
  const { backOffice, personId } = session
  const key = { merchantId: allMerchants, id: personId }
  return app.db.transaction(async (tx) => {
    // Two removals at once would each see the other factor.
    await tx.run(peopleOf[backOffice].lock, key)
    const activity = await remove(tx, session, factor)
    if (activity === undefined) return false
    const [person] = await tx.run(peopleOf[backOffice].find, key)
    if (person !== undefined && !hasSecondFactor(person)) {
      if (await isFactorRequired(app, session, tx)) throw refusals.secondFactorRequired()
      await tx.run(deleteRecoveryCodes, { merchantId: allMerchants, backOffice, personId })
    }
    await recordActivity(app, session, activity, tx)
    return true
  })
}

/** Returns the activity to log; undefined if the person does not have the factor. */
async function remove(
  tx: Tx,
  { backOffice, personId }: BackOfficeSession,
  factor: RemovedFactor,
): Promise<NewActivity | undefined> {
  const about = { onKind: 'person', onId: personId }
  if (factor === 'app') {
    await tx.run(peopleOf[backOffice].setTotp, { merchantId: allMerchants, id: personId, sealed: null, step: null })
    return { what: 'remove_second_factor', ...about }
  }
  const key = { merchantId: allMerchants, backOffice, personId, id: factor.passkeyId }
  const [gone] = await tx.run(deletePasskey, key)
  return gone && { what: 'remove_passkey', ...about, details: { name: gone.name } }
}
