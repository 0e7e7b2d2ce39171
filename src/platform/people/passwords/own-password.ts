import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { recordActivity } from '../activities/activities.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { checkGuess } from '../sign-in/check-guess.ts'
import { passwordSubjects } from '../sign-in/tries.ts'
import { peopleOf } from '../store/people.ts'
import { sessionsOf } from '../store/sessions.ts'
import { hashPassword, isPassword } from './password.ts'
import { type PasswordProblem, problemOf } from './password-rules.ts'

/**
 * Whether it is the password of the signed-in person. Counts as a sign-in attempt, and refuses with 429 as that does.
 */
export async function checkOwnPassword(app: App, session: BackOfficeSession, password: string): Promise<boolean> {
  const { backOffice, personId, email, address } = session
  const isRight = await checkGuess(app, passwordSubjects(backOffice, email, address), async () => {
    const [person] = await app.db.run(peopleOf[backOffice].find, { merchantId: allMerchants, id: personId })
    return (await isPassword(password, person?.password_hash ?? null)) || undefined
  })
  return isRight === true
}

/**
 * Changes the password of a person who gives the current one, and ends all other sessions of the person. Returns the
 * problem with either password, or undefined. Refuses with 429 after too many wrong passwords, as the sign-in does.
 */
export async function changePassword(
  app: App,
  session: BackOfficeSession,
  current: string,
  newPassword: string,
): Promise<PasswordProblem | 'wrong' | undefined> {
  const { backOffice, personId, email, sessionId } = session
  if (!(await checkOwnPassword(app, session, current))) return 'wrong'
  const problem = problemOf(newPassword, email)
  if (problem !== undefined) return problem
  const passwordHash = await hashPassword(newPassword)
  await app.db.transaction(async (tx) => {
    await tx.run(peopleOf[backOffice].setPassword, { merchantId: allMerchants, id: personId, passwordHash })
    await tx.run(sessionsOf[backOffice].removeOthers, { merchantId: allMerchants, personId, id: sessionId })
    await recordActivity(app, session, { what: 'change_password', onKind: 'person', onId: personId }, tx)
  })
  return undefined
}
