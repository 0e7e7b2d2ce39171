import type { App } from '../../app/app.ts'
import { recordActivity } from '../activities/record-activity.ts'
import { useSecondFactor } from '../second-factor/use-second-factor.ts'
import { replaceToken } from '../sessions/replace-token.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { checkGuess } from './check-guess.ts'
import { countedForCode } from './tries.ts'

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
