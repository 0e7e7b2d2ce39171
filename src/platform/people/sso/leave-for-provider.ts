import type { App } from '../../app/app.ts'
import { second } from '../../base/times.ts'
import type { BackOffice } from '../back-office.ts'
import { sessionRules } from '../sessions/session.ts'
import { findSsoClient } from './sso-client.ts'
import { callbackOf, type SsoJourney, sealJourney } from './sso-journey.ts'

/**
 * Returns the provider's address for a sign-in, and the sealed journey for a cookie. Returns undefined without a
 * provider. `again`: the id of a session whose person must sign in again at the provider.
 */
export async function leaveForProvider(
  app: App,
  backOffice: BackOffice,
  baseUrl: string,
  { next, again }: { readonly next: string; readonly again: string | undefined },
): Promise<{ readonly address: string; readonly sealed: string } | undefined> {
  const client = await findSsoClient(app)
  if (client === undefined) return undefined
  const { library, provider } = client
  const journey: SsoJourney = {
    ...{ backOffice, next, startedAt: app.clock.now(), ...(again !== undefined && { again }) },
    ...{ state: library.randomState(), nonce: library.randomNonce(), codeVerifier: library.randomPKCECodeVerifier() },
  }
  const { state, nonce, codeVerifier } = journey
  const address = library.buildAuthorizationUrl(provider, {
    ...{ redirect_uri: callbackOf(baseUrl, backOffice), scope: 'openid email', state, nonce },
    code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    // Always sent: only then must the provider return `auth_time`.
    max_age: String(again === undefined ? sessionRules.lifetimeMs / second : 0),
    ...(again !== undefined && { prompt: 'login' }),
  })
  return { address: address.href, sealed: sealJourney(app.secrets, journey) }
}
