import type { App } from '../../app/app.ts'
import type { Config } from '../../app/config.ts'
import { allMerchants, type PersonId } from '../../base/ids.ts'
import type { BackOffice } from '../back-office.ts'
import type { Stage } from '../sessions/session.ts'
import { peopleOf } from '../store/people.ts'
import { useRecoveryCode } from '../store/recovery-codes.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** Whether the back office requires a second factor: agents see the purchases of all customers. */
export function isRequiredAt(backOffice: BackOffice, { mode }: Pick<Config, 'mode'>): boolean {
  return backOffice === 'support' && mode === 'production'
}

/** What a person has of second factors. */
interface FactorsOfPerson {
  readonly sealed_totp_secret: Buffer | null
  readonly has_passkeys: boolean
}

/** Whether the person has a second factor: an app that shows codes, or a passkey. */
export function hasSecondFactor({ sealed_totp_secret, has_passkeys }: FactorsOfPerson): boolean {
  return sealed_totp_secret !== null || has_passkeys
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
  if (person === undefined || !hasSecondFactor(person)) return undefined
  const hash = hashRecoveryCode(typed)
  if (hash !== undefined) {
    const used = await app.db.run(useRecoveryCode, { merchantId: allMerchants, backOffice, personId, hash })
    return used.length > 0 ? 'recovery_code' : undefined
  }
  if (person.sealed_totp_secret === null) return undefined
  const secret = app.secrets.decrypt(person.sealed_totp_secret, personId)
  const step = stepOfCode(secret, typed, person.totp_step, app.clock.now())
  if (step === undefined) return undefined
  const used = await app.db.run(peopleOf[backOffice].useTotpStep, { ...key, step })
  return used.length > 0 ? 'code' : undefined
}
