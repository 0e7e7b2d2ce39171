import type { App } from '../../app/app.ts'
import { allMerchants, type PersonId } from '../../base/ids.ts'
import { recordActivity } from '../activities/activities.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { replaceToken } from '../sessions/sessions.ts'
import { peopleOf } from '../store/people.ts'
import { sessionsOf } from '../store/sessions.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, stepOfCode } from './totp.ts'

/** A new secret before a code has proved that an app has it. */
export interface Enrolment {
  readonly secret: string
  /** The encrypted secret, for the form. Only this service can decrypt it, only for this person. */
  readonly sealed: string
}

/** Returns a new secret for a person. */
export function newEnrolment(app: Pick<App, 'secrets'>, personId: PersonId): Enrolment {
  const secret = newTotpSecret()
  return { secret, sealed: app.secrets.encrypt(secret, ownerOf(personId)).toString('base64url') }
}

/** Returns the enrolment of a form; undefined if it is not this person's. */
export function openEnrolment(app: Pick<App, 'secrets'>, personId: PersonId, sealed: string): Enrolment | undefined {
  try {
    return { secret: app.secrets.decrypt(Buffer.from(sealed, 'base64url'), ownerOf(personId)), sealed }
  } catch {
    return undefined
  }
}

// Another owner than that of a stored secret: a sealed enrolment cannot replace it.
function ownerOf(personId: PersonId): string {
  return `enrolment ${personId}`
}

/** A second factor that was just set. */
export interface NewSecondFactor {
  /** The new token of the session. */
  readonly token: string
  /** In clear. They are not stored in clear. */
  readonly recoveryCodes: readonly string[]
}

/**
 * Saves the secret as the person's second factor if the typed code is right, and replaces an earlier one. Ends all
 * other sessions of the person. Returns undefined for a wrong code.
 */
export async function setSecondFactor(
  app: App,
  session: BackOfficeSession,
  enrolment: Enrolment,
  typed: string,
): Promise<NewSecondFactor | undefined> {
  const { backOffice, personId } = session
  const step = stepOfCode(enrolment.secret, typed, null, app.clock.now())
  if (step === undefined) return undefined
  const sealed = app.secrets.encrypt(enrolment.secret, personId)
  return app.db.transaction(async (tx) => {
    // One transaction: otherwise a failure could leave an open session without a factor, or a factor without a session.
    const token = await replaceToken(app, session, tx)
    if (token === undefined) return undefined
    await tx.run(peopleOf[backOffice].setTotp, { merchantId: allMerchants, id: personId, sealed, step })
    const recoveryCodes = await replaceRecoveryCodes(tx, backOffice, personId)
    await tx.run(sessionsOf[backOffice].removeOthers, { merchantId: allMerchants, personId, id: session.sessionId })
    await recordActivity(app, session, { what: 'set_second_factor', onKind: 'person', onId: personId }, tx)
    return { token, recoveryCodes }
  })
}
