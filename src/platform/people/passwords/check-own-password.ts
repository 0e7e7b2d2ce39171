import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { checkGuess } from '../sign-in/check-guess.ts'
import { countedFor } from '../sign-in/tries.ts'
import { peopleOf } from '../store/people.ts'
import { isPassword } from './password.ts'

/** Whether it is the password of who is signed in, counted as a try to sign in. Refuses with 429 as that does. */
export async function checkOwnPassword(app: App, session: BackOfficeSession, password: string): Promise<boolean> {
  const { backOffice, personId, email, address } = session
  const isRight = await checkGuess(app, countedFor(backOffice, email, address), async () => {
    const [person] = await app.db.run(peopleOf[backOffice].find, { merchantId: allMerchants, id: personId })
    return (await isPassword(password, person?.password_hash ?? null)) || undefined
  })
  return isRight === true
}
