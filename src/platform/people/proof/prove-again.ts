import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { checkOwnPassword } from '../passwords/check-own-password.ts'
import { useSecondFactor } from '../second-factor/use-second-factor.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { checkGuess } from '../sign-in/check-guess.ts'
import { countedForCode } from '../sign-in/tries.ts'
import { sessionsOf } from '../store/sessions.ts'

/** What somebody gives who is asked again: one of both. */
export interface Proof {
  readonly password: string
  readonly code: string
}

/** Notes that whoever is signed in has just given their password, or a code. False where it is wrong. Refuses with 429 as the sign-in does. */
export async function proveAgain(app: App, session: BackOfficeSession, { password, code }: Proof): Promise<boolean> {
  const { backOffice } = session
  const isProved = code === '' ? await checkOwnPassword(app, session, password) : await checkCode(app, session, code)
  if (!isProved) return false
  await app.db.run(sessionsOf[backOffice].prove, {
    merchantId: allMerchants,
    tokenHash: session.hash,
    now: app.clock.now(),
  })
  return true
}

async function checkCode(
  app: App,
  { backOffice, personId, address }: BackOfficeSession,
  code: string,
): Promise<boolean> {
  const counted = countedForCode(backOffice, personId, address)
  return (await checkGuess(app, counted, () => useSecondFactor(app, backOffice, personId, code))) !== undefined
}
