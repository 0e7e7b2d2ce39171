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
import { type Entered, type Entrance, enterBackOffice } from './enter-back-office.ts'
import { countedFor, countedForCode } from './tries.ts'

export interface SignInRequest extends Entrance {
  readonly email: string
  readonly password: string
}

/**
 * Signs somebody in at a back office. Whether there is such a person is told neither by the answer nor by the time it takes. Refuses with 429
 * when ten of the account's tries, or a hundred from the address, failed within a quarter of an hour, right or wrong.
 */
export async function signIn(app: App, backOffice: BackOffice, request: SignInRequest): Promise<Entered | 'wrong'> {
  const email = parseEmail(request.email) ?? ''
  const person = await checkGuess(app, countedFor(backOffice, email, request.address), async () => {
    const [found] = await app.db.run(peopleOf[backOffice].findByEmail, { merchantId: allMerchants, email })
    return (await isPassword(request.password, found?.password_hash ?? null)) ? found : undefined
  })
  app.metrics.happened('sign_ins', person === undefined ? 'fail' : 'enter')
  return person === undefined ? 'wrong' : enterBackOffice(app, backOffice, person, request)
}

/**
 * Signs somebody in who has given the password, by a code of their second factor. Answers the token of the session, which nobody had
 * before, or undefined for a wrong or used code. Refuses with 429 as a password does.
 */
export async function enterCode(app: App, session: BackOfficeSession, typed: string): Promise<string | undefined> {
  const { backOffice, personId, address } = session
  const used = await checkGuess(app, countedForCode(backOffice, personId, address), () =>
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
