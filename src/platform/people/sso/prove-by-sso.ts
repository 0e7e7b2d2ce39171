import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import type { DeskSession } from '../sessions/session.ts'
import { sessionsOf } from '../store/sessions.ts'
import { readVouched } from './read-vouched.ts'
import type { SsoJourney } from './sso-journey.ts'

/**
 * Notes that whoever is signed in has just shown to the provider who they are; the session goes on as it is. False where the provider has not
 * asked since, names somebody else, or where another session had set out.
 */
export async function proveBySso(
  app: App,
  session: DeskSession | undefined,
  journey: SsoJourney,
  callback: URL,
): Promise<boolean> {
  const vouched = await readVouched(app, journey, callback)
  if (vouched?.provedAt === undefined || session === undefined) return false
  if (session.sessionId !== journey.again || session.email !== vouched.email) return false
  const key = { merchantId: allMerchants, tokenHash: session.hash }
  await app.db.run(sessionsOf[session.desk].prove, { ...key, now: vouched.provedAt })
  return true
}
