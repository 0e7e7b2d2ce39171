import type * as openid from 'openid-client'
import type { App } from '../../app/app.ts'
import type { SsoProvider } from '../../app/sso-settings.ts'

/** The library, and the metadata of the provider. */
export interface SsoClient {
  readonly library: typeof openid
  readonly provider: openid.Configuration
}

const known = new WeakMap<App, Promise<SsoClient>>()
const timeoutSeconds = 10

/**
 * Loads the library and the metadata of the provider, once; again after a failure. Returns undefined without a
 * provider.
 */
export async function findSsoClient(app: App): Promise<SsoClient | undefined> {
  const { sso } = app.config
  if (sso === undefined) return undefined
  const found = known.get(app) ?? openClient(sso)
  known.set(app, found)
  try {
    return await found
  } catch (error) {
    known.delete(app)
    throw error
  }
}

async function openClient({ issuer, clientId, clientSecret }: SsoProvider): Promise<SsoClient> {
  const library = await import('openid-client')
  // Without these checks the library trusts TLS, and does not verify the signature of an ID token.
  const execute = [library.enableNonRepudiationChecks]
  // The configuration allows such an address in a sandbox only.
  if (issuer.startsWith('http:')) execute.push(library.allowInsecureRequests)
  const authentication = library.ClientSecretBasic(clientSecret)
  const options = { execute, timeout: timeoutSeconds }
  const provider = await library.discovery(new URL(issuer), clientId, undefined, authentication, options)
  return { library, provider }
}
