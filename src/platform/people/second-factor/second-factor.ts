import type { App } from '../../app/app.ts'
import type { Config } from '../../app/config.ts'
import { allMerchants, type PersonId } from '../../base/ids.ts'
import { recordActivity } from '../activities/activities.ts'
import type { BackOffice } from '../back-office.ts'
import { refusals } from '../refusals.ts'
import type { BackOfficeSession, Stage } from '../sessions/session.ts'
import { peopleOf } from '../store/people.ts'
import { deleteRecoveryCodes, useRecoveryCode } from '../store/recovery-codes.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** Whether the back office requires a second factor: agents see the purchases of all customers. */
export function isRequiredAt(backOffice: BackOffice, { mode }: Pick<Config, 'mode'>): boolean {
  return backOffice === 'support' && mode === 'production'
}

/** Returns the stage of a session after the password. */
export function stageAfterPassword(
  backOffice: BackOffice,
  config: Pick<Config, 'mode'>,
  hasSecondFactor: boolean,
): Stage {
  if (hasSecondFactor) return 'code'
  return isRequiredAt(backOffice, config) ? 'enrol' : 'open'
}

export type UsedFactor = 'code' | 'recovery_code'

/**
 * Checks a code of the app, or a recovery code, and marks it as used: each works once, also under concurrency. Returns
 * undefined if it is wrong or was used, or the person has no second factor. The caller counts the attempts.
 */
export async function useSecondFactor(
  app: App,
  backOffice: BackOffice,
  personId: PersonId,
  typed: string,
): Promise<UsedFactor | undefined> {
  const key = { merchantId: allMerchants, id: personId }
  const [person] = await app.db.run(peopleOf[backOffice].find, key)
  if (person === undefined || person.sealed_totp_secret === null) return undefined
  const hash = hashRecoveryCode(typed)
  if (hash !== undefined) {
    const used = await app.db.run(useRecoveryCode, { merchantId: allMerchants, backOffice, personId, hash })
    return used.length > 0 ? 'recovery_code' : undefined
  }
  const secret = app.secrets.decrypt(person.sealed_totp_secret, personId)
  const step = stepOfCode(secret, typed, person.totp_step, app.clock.now())
  if (step === undefined) return undefined
  const used = await app.db.run(peopleOf[backOffice].useTotpStep, { ...key, step })
  return used.length > 0 ? 'code' : undefined
}

/** Removes the person's second factor and recovery codes. Refuses if the back office requires one. */
export async function removeSecondFactor(app: App, session: BackOfficeSession): Promise<void> {
  const { backOffice, personId } = session
  if (isRequiredAt(backOffice, app.config)) throw refusals.secondFactorRequired()
  await app.db.transaction(async (tx) => {
    await tx.run(peopleOf[backOffice].setTotp, { merchantId: allMerchants, id: personId, sealed: null, step: null })
    await tx.run(deleteRecoveryCodes, { merchantId: allMerchants, backOffice, personId })
    await recordActivity(app, session, { what: 'remove_second_factor', onKind: 'person', onId: personId }, tx)
  })
}
