import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import type { BackOffice } from '../back-office.ts'
import { parseEmail } from '../email.ts'
import { isPassword } from '../passwords/password.ts'
import { peopleOf } from '../store/people.ts'
import { checkGuess } from './check-guess.ts'
import { type Entered, type Entrance, enterBackOffice } from './enter-back-office.ts'
import { countedFor } from './tries.ts'

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
