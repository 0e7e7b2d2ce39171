import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { recordActivity } from '../activities/activities.ts'
import type { BackOffice } from '../back-office.ts'
import { parseEmail } from '../email.ts'
import { isPassword } from '../passwords/password.ts'
import { useSecondFactor } from '../second-factor/second-factor.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { replaceToken } from '../sessions/sessions.ts'
import { peopleOf } from '../store/people.ts'
import { checkGuess } from './check-guess.ts'
import { enterBackOffice, type SignInContext, type SignInOutcome } from './enter-back-office.ts'
import { codeSubjects, passwordSubjects } from './tries.ts'

export interface SignInRequest extends SignInContext {
  readonly email: string
  readonly password: string
}

/**
 * Signs a person in by e-mail and password. Neither the answer nor its time reveals whether the person exists. Refuses
 * with 429, also a right password, after ten failures of the account or a hundred of the address in 15 minutes.
 */
export async function signIn(
  app: App,
  backOffice: BackOffice,
  request: SignInRequest,
): Promise<SignInOutcome | 'wrong'> {
  const email = parseEmail(request.email) ?? ''
  const person = await checkGuess(app, passwordSubjects(backOffice, email, request.address), async () => {
    const [found] = await app.db.run(peopleOf[backOffice].findByEmail, { merchantId: allMerchants, email })
    return (await isPassword(request.password, found?.password_hash ?? null)) ? found : undefined
  })
  app.metrics.happened('sign_ins', person === undefined ? 'fail' : 'enter')
  return person === undefined ? 'wrong' : enterBackOffice(app, backOffice, person, request)
}

/**
 * Completes a sign-in by a code of the second factor. Returns the session's new token; undefined for a wrong or used
 * code. Refuses with 429 as the password does.
 */
export async function enterCode(app: App, session: BackOfficeSession, typed: string): Promise<string | undefined> {
  const { backOffice, personId, address } = session
  const used = await checkGuess(app, codeSubjects(backOffice, personId, address), () =>
    useSecondFactor(app, backOffice, personId, typed),
  )
  if (used === undefined) return undefined
  return app.db.transaction(async (tx) => {
    const token = await replaceToken(app, session, tx)
    if (token === undefined) return undefined
    const about = { onKind: 'person', onId: personId }
    if (used === 'recovery_code') await recordActivity(app, session, { what: 'use_recovery_code', ...about }, tx)
    await recordActivity(app, session, { what: 'sign_in', ...about }, tx)
    return token
  })
}
