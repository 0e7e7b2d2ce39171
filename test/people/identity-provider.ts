import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * An OpenID Connect provider that accepts any user name, with a verified e-mail. For names that begin with
 * `unverified`, `unsaid` or `text` the claim `email_verified` is false, missing, or the text `"true"`.
 */
export interface IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Registers redirect addresses. */
  open(redirectUris: readonly string[]): Promise<void>
  /** Signs in at the provider as a user. Returns the address to which it redirects the browser. */
  signIn(address: string, email: string, from?: Partial<ProviderVisit>): Promise<string>
  close(): Promise<void>
}

/** How a user arrives at the provider. */
export interface ProviderVisit {
  /** The browser's cookies of the provider. With those of an earlier visit it skips the sign-in. */
  readonly cookies: Map<string, string>
  /** How long ago the user typed the password there, if at all. */
  readonly secondsAgo: number
}

const clientId = 'qist'
const clientSecret = 'a secret of the test'

/** `isKeyWrong`: publishes another key than it signs with, under the same name. */
export async function openIdentityProvider({ isKeyWrong = false } = {}): Promise<IdentityProvider> {
  const { default: Provider } = await import('oidc-provider')
  const signing = newKey()
  const published = isKeyWrong ? newKey() : signing
  let handle: (request: object, response: object) => void = () => {}
  const server = createServer((request, response) => {
    if (request.url !== '/jwks') return handle(request, response)
    response.setHeader('content-type', 'application/jwk-set+json')
    response.end(JSON.stringify({ keys: [published.publicKey] }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  let secondsAgo = 0
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ issuer, clientId, clientSecret },
    async open(redirectUris) {
      const provider = new Provider(issuer, {
        clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
        claims: { openid: ['sub'], email: ['email', 'email_verified'] },
        findAccount: (_, id) => ({
          accountId: id,
          claims: () => ({ sub: id, email: id, ...verificationOf(id) }),
        }),
        jwks: { keys: [signing.privateKey] },
        cookies: { keys: ['a key of the test'] },
        pkce: { required: () => true },
      })
      const { prototype } = provider.Session
      const { loginAccount } = prototype
      prototype.loginAccount = function (details) {
        loginAccount.call(this, { ...details, loginTs: Math.floor(Date.now() / 1_000) - secondsAgo })
      }
      handle = provider.callback()
    },
    signIn(address, email, from = {}) {
      secondsAgo = from.secondsAgo ?? 0
      return walk(issuer, address, email, from.cookies ?? new Map())
    },
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function newKey(): { readonly publicKey: JsonWebKey; readonly privateKey: JsonWebKey } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const use = { kid: 'key of the test', alg: 'RS256', use: 'sig' }
  return {
    publicKey: { ...publicKey.export({ format: 'jwk' }), ...use },
    privateKey: { ...privateKey.export({ format: 'jwk' }), ...use },
  }
}

function verificationOf(id: string): { readonly email_verified?: boolean | string } {
  if (id.startsWith('unsaid')) return {}
  return { email_verified: id.startsWith('text') ? 'true' : !id.startsWith('unverified') }
}

// Acts as a browser: follows redirects with cookies, types the name, consents.
async function walk(issuer: string, start: string, email: string, cookies: Map<string, string>): Promise<string> {
  const ask = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { redirect: 'manual', ...init, headers: { cookie } })
    for (const header of response.headers.getSetCookie()) {
      const [pair = ''] = header.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }
  let response = await ask(start)
  for (let step = 0; step < 12; step += 1) {
    const location = response.headers.get('location')
    if (location !== null) {
      const next = new URL(location, issuer)
      if (next.origin !== issuer) return next.href
      response = await ask(next.href)
      continue
    }
    const page = await response.text()
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? page.slice(0, 200)
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const body = new URLSearchParams({ prompt, login: email, password: 'any' })
    response = await ask(new URL(action, issuer).href, { method: 'POST', body })
  }
  throw new Error('the provider did not send the browser back')
}
