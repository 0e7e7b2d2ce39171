import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import type { BackOfficeSession } from '../sessions/session.ts'
import { sessionsOf } from '../store/sessions.ts'
import { readClaims } from './read-claims.ts'
import type { SsoJourney } from './sso-journey.ts'

/**
 * Notes that whoever is signed in has just shown to the provider who they are; the session goes on as it is. False where the provider has not
 * asked since, names somebody else, or where another session had set out.
 */
export async function proveBySso(
  app: App,
  session: BackOfficeSession | undefined,
  journey: SsoJourney,
  callback: URL,
): Promise<boolean> {
  const claims = await readClaims(app, journey, callback)
  if (claims?.provedAt === undefined || session === undefined) return false
  if (session.sessionId !== journey.again || session.email !== claims.email) return false
  const key = { merchantId: allMerchants, tokenHash: session.hash }
  await app.db.run(sessionsOf[session.backOffice].prove, { ...key, now: claims.provedAt })
  return true
}
