import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import type { Queryable } from '../../db/db.ts'
import { setFactorRequirement } from '../../merchants/merchants.ts'
import { recordActivity } from '../activities/activities.ts'
import { refusals } from '../refusals.ts'
import type { BackOfficeSession, MerchantSession } from '../sessions/session.ts'
import { listRequiringMerchants } from '../store/memberships.ts'
import { peopleOf } from '../store/people.ts'
import { requireAdmin } from '../team.ts'
import { hasSecondFactor, isRequiredAt } from './second-factor.ts'

/** Returns the names of the person's merchants that require a second factor. Agents belong to no merchant. */
export async function listRequirements(
  app: App,
  { backOffice, personId }: BackOfficeSession,
  on: Queryable = app.db,
): Promise<string[]> {
  if (backOffice === 'support') return []
  return (await on.run(listRequiringMerchants, { personId })).map(({ name }) => name)
}

/** Whether the person must have a second factor: for the back office, or for one of their merchants. */
export async function isFactorRequired(app: App, session: BackOfficeSession, on: Queryable = app.db): Promise<boolean> {
  return isRequiredAt(session.backOffice, app.config) || (await listRequirements(app, session, on)).length > 0
}

/**
 * Requires a second factor of everybody who works for the merchant, or stops that. It applies to open sessions, too.
 * Refuses a person who is no admin, and a requirement by an admin who has no second factor.
 */
export async function requireSecondFactor(app: App, session: MerchantSession, isRequired: boolean): Promise<void> {
  const { merchantId, personId } = session
  await app.db.transaction(async (tx) => {
    await requireAdmin(tx, session)
    const key = { merchantId: allMerchants, id: personId }
    // The admin may remove the last factor at the same moment.
    await tx.run(peopleOf.dashboard.lock, key)
    const [person] = await tx.run(peopleOf.dashboard.find, key)
    if (isRequired && (person === undefined || !hasSecondFactor(person))) throw refusals.adminWithoutFactor()
    if (!(await setFactorRequirement(tx, merchantId, isRequired))) return
    const what = isRequired ? 'require_second_factor' : 'stop_requiring_second_factor'
    await recordActivity(app, session, { what, onKind: 'merchant', onId: merchantId }, tx)
  })
}
