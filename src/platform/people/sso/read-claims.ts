import type { App } from '../../app/app.ts'
import { type Instant, second } from '../../base/times.ts'
import { parseEmail } from '../email.ts'
import { findSsoClient } from './sso-client.ts'
import type { SsoJourney } from './sso-journey.ts'

/** The claims of an ID token that are used. */
export interface Claims {
  readonly email: string
  /** When the person signed in at the provider; undefined if it does not say. */
  readonly provedAt: Instant | undefined
}

/**
 * Returns the verified claims of the provider's answer to this journey. Returns undefined if the answer is invalid, or
 * if the provider had to ask again and did not.
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
      // The browser could remove `max_age` from the address: the answer is checked, too.
      ...(journey.again !== undefined && { maxAge: Math.ceil((now - journey.startedAt) / second) }),
    })
    const claims = tokens.claims()
    if (claims === undefined) return undefined
    const hasEmail = claims['email'] !== undefined && claims['email_verified'] !== undefined
    const userInfo = hasEmail ? claims : await library.fetchUserInfo(provider, tokens.access_token, claims.sub)
    const { email: named, email_verified: isVerified } = userInfo as { email?: unknown; email_verified?: unknown }
    // An unverified e-mail may be another person's.
    const email = typeof named === 'string' && isVerified === true ? parseEmail(named) : undefined
    return email === undefined ? undefined : { email, provedAt: provedAt(claims, now) }
  } catch (error) {
    app.log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'single sign-on failed')
    return undefined
  }
}

// Both times are of the provider's clock, which may be wrong: only their difference is used.
function provedAt({ iat, auth_time }: { iat: number; auth_time?: unknown }, now: Instant): Instant | undefined {
  return typeof auth_time === 'number' ? now - Math.max(0, iat - auth_time) * second : undefined
}
