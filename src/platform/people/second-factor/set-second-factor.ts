import type { App } from '../../app/app.ts'
import { allMerchants, type PersonId } from '../../base/ids.ts'
import { recordActivity } from '../activities/activities.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { replaceToken } from '../sessions/sessions.ts'
import { peopleOf } from '../store/people.ts'
import { sessionsOf } from '../store/sessions.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, stepOfCode } from './totp.ts'

/** A secret that somebody has put into an app, and has not yet shown to have. */
export interface Enrolment {
  readonly secret: string
  /** The same for the form, which only this service can read and only for this person. */
  readonly sealed: string
}

export function newEnrolment(app: Pick<App, 'secrets'>, personId: PersonId): Enrolment {
  const secret = newTotpSecret()
  return { secret, sealed: app.secrets.encrypt(secret, ownerOf(personId)).toString('base64url') }
}

/** The same again; undefined where it was not made for this person. */
export function openEnrolment(app: Pick<App, 'secrets'>, personId: PersonId, sealed: string): Enrolment | undefined {
  try {
    return { secret: app.secrets.decrypt(Buffer.from(sealed, 'base64url'), ownerOf(personId)), sealed }
  } catch {
    return undefined
  }
}

// A secret that is not yet in use opens nothing in the place of one that is.
function ownerOf(personId: PersonId): string {
  return `enrolment ${personId}`
}

export interface SetFactor {
  /** Of the session, which nobody had before. */
  readonly token: string
  /** In clear, for this once. */
  readonly recoveryCodes: readonly string[]
}

/**
 * Makes the secret the person's second factor, in the place of any earlier one, once a code has shown that an app has it. All other sessions
 * of the person end. Answers undefined for a wrong code.
 */
export async function setSecondFactor(
  app: App,
  session: BackOfficeSession,
  enrolment: Enrolment,
  typed: string,
): Promise<SetFactor | undefined> {
  const { backOffice, personId } = session
  const step = stepOfCode(enrolment.secret, typed, null, app.clock.now())
  if (step === undefined) return undefined
  const sealed = app.secrets.encrypt(enrolment.secret, personId)
  return app.db.transaction(async (tx) => {
    // Together: nobody works without a factor where one has to be, nor is left out with a token that is worth nothing.
    const token = await replaceToken(app, session, tx)
    if (token === undefined) return undefined
    await tx.run(peopleOf[backOffice].setTotp, { merchantId: allMerchants, id: personId, sealed, step })
    const recoveryCodes = await replaceRecoveryCodes(tx, backOffice, personId)
    await tx.run(sessionsOf[backOffice].removeOthers, { merchantId: allMerchants, personId, id: session.sessionId })
    await recordActivity(app, session, { what: 'set_second_factor', onKind: 'person', onId: personId }, tx)
    return { token, recoveryCodes }
  })
}
