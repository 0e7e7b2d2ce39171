import type { App } from '../../app/app.ts'
import { allMerchants, type PersonId } from '../../base/ids.ts'
import type { BackOffice } from '../back-office.ts'
import { peopleOf } from '../store/people.ts'
import { useRecoveryCode } from '../store/recovery-codes.ts'
import { hashRecoveryCode } from './recovery-code.ts'
import { stepOfCode } from './totp.ts'

export type UsedFactor = 'code' | 'recovery_code'

/**
 * Judges a code of the app, or a recovery code, and uses it up: neither opens twice, also at the same moment. Undefined where it is wrong,
 * was used, or the person has no second factor. Whoever calls counts the tries.
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
