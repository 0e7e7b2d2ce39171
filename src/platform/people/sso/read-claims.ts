import type { App } from '../../app/app.ts'
import { type Instant, second } from '../../base/times.ts'
import { parseEmail } from '../email.ts'
import { findSsoClient } from './sso-client.ts'
import type { SsoJourney } from './sso-journey.ts'

/** Whom the provider names. */
export interface Claims {
  readonly email: string
  /** When they last showed there who they are; undefined where the provider does not say. */
  readonly provedAt: Instant | undefined
}

/**
 * Whom the provider names by a verified e-mail, in its answer to this journey; undefined where it is the answer to none, and, on a journey on
 * which it had to ask again, where it has asked nobody since.
 */
export async function readClaims(app: App, journey: SsoJourney, callback: URL): Promise<Claims | undefined> {
  const client = await findSsoClient(app)
  if (client === undefined) return undefined
  const { library, provider } = client
  const now = app.clock.now()
  try {
    const tokens = await library.authorizationCodeGrant(provider, callback, {
      pkceCodeVerifier: journey.codeVerifier,
      expectedState: journey.state,
      expectedNonce: journey.nonce,
      idTokenExpected: true,
      // That it was told to ask again is in an address, out of which whoever has the browser can take it.
      ...(journey.again !== undefined && { maxAge: Math.ceil((now - journey.startedAt) / second) }),
    })
    const claims = tokens.claims()
    if (claims === undefined) return undefined
    const isSaid = claims['email'] !== undefined && claims['email_verified'] !== undefined
    const said = isSaid ? claims : await library.fetchUserInfo(provider, tokens.access_token, claims.sub)
    const { email: named, email_verified: isVerified } = said as { email?: unknown; email_verified?: unknown }
    // Whoever may write any e-mail into an account there is somebody else here, unless the provider says that it looked.
    const email = typeof named === 'string' && isVerified === true ? parseEmail(named) : undefined
    return email === undefined ? undefined : { email, provedAt: provedAt(claims, now) }
  } catch (error) {
    app.log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'single sign-on failed')
    return undefined
  }
}

// Both are read from the provider's clock, whose answer is of this moment: it may be wrong.
function provedAt({ iat, auth_time }: { iat: number; auth_time?: unknown }, now: Instant): Instant | undefined {
  return typeof auth_time === 'number' ? now - Math.max(0, iat - auth_time) * second : undefined
}
