import type { Environment, Variable } from './environment.ts'

/** Settings of single sign-on. */
export interface SsoSettings {
  /** The OpenID Connect provider; undefined without one. */
  readonly sso: SsoProvider | undefined
}

export interface SsoProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

export const ssoVariables: readonly Variable[] = [
  {
    name: 'SSO_ISSUER',
    fallback: '–',
    meaning:
      'people may sign in by this OpenID Connect provider too: its address, letter by letter as its discovery says it, with the redirect addresses `…/dashboard/sso/callback` and `…/support/sso/callback`',
  },
  { name: 'SSO_CLIENT_ID', fallback: '–', meaning: 'by which it knows this service' },
  { name: 'SSO_CLIENT_SECRET', isSecret: true, fallback: '–', meaning: 'the secret that goes with it' },
]

export function readSso(env: Environment, mode: 'sandbox' | 'production'): SsoSettings {
  const isAddress = env.baseUrl('SSO_ISSUER', mode === 'production' ? ['https:'] : ['https:', 'http:']) !== undefined
  // As typed: the issuer of a token must be the same text, last slash included.
  const issuer = isAddress ? env.value('SSO_ISSUER') : undefined
  const clientId = env.value('SSO_CLIENT_ID')
  const clientSecret = env.value('SSO_CLIENT_SECRET')
  if (env.value('SSO_ISSUER') === undefined) {
    if (clientId !== undefined) env.complain('SSO_CLIENT_ID', 'left out where SSO_ISSUER is')
    if (clientSecret !== undefined) env.complain('SSO_CLIENT_SECRET', 'left out where SSO_ISSUER is', 'secret')
    return { sso: undefined }
  }
  if (clientId === undefined) env.complain('SSO_CLIENT_ID', 'set where SSO_ISSUER is')
  if (clientSecret === undefined) env.complain('SSO_CLIENT_SECRET', 'set where SSO_ISSUER is', 'secret')
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return { sso: undefined }
  return { sso: { issuer, clientId, clientSecret } }
}
