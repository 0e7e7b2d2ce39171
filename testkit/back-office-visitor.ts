import assert from 'node:assert/strict'
import { type BackOffice, csrfSubject } from '../src/platform/people/back-office.ts'
import { csrfTokenFor } from '../src/platform/ui/forms/browser.ts'

/** A visitor of a back office without a browser: opens pages and sends their forms. */
export interface BackOfficeVisitor {
  /** The cookies that a browser would send, by name. */
  readonly cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<BackOfficePage>
  /** Sends a form with the token of the latest page. */
  send(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<BackOfficePage>
}

export interface BackOfficePage {
  readonly status: number
  readonly text: string
  /** The address of the redirect. */
  readonly location: string
  readonly setCookie: readonly string[]
  readonly headers: Headers
}

/** Returns a visitor with these cookies, by default none. */
export function newBackOfficeVisitor(baseUrl: string, cookies = new Map<string, string>()): BackOfficeVisitor {
  let token = ''
  const ask = async (path: string, init: RequestInit): Promise<BackOfficePage> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, ...(init.headers as Record<string, string>) }
    const response = await fetch(baseUrl + path, { redirect: 'manual', ...init, headers })
    const text = await response.text()
    const setCookie = response.headers.getSetCookie()
    for (const header of setCookie) {
      const [pair = ''] = header.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (header.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    token = tokenIn(text) ?? token
    return {
      status: response.status,
      text,
      location: response.headers.get('location') ?? '',
      setCookie,
      headers: response.headers,
    }
  }
  return {
    cookies,
    get: (path, headers = {}) => ask(path, { headers }),
    send: (path, fields = {}, headers = {}) =>
      ask(path, { method: 'POST', body: new URLSearchParams({ form_token: token, ...fields }), headers }),
  }
}

/** Returns the e-mail of the admin whom a sandbox gives a new merchant. */
export const adminOf = (merchantId: string): string => `admin@${merchantId.slice(-12)}.test`

/** Returns the form token of a visitor's session. */
export function tokenOf({ cookies }: BackOfficeVisitor, backOffice: BackOffice = 'dashboard'): string {
  const secret = cookies.get(`qist_${backOffice}`) ?? ''
  return csrfTokenFor({ secret, hash: Buffer.of() }, csrfSubject(backOffice))
}

export function tokenIn(page: string): string | undefined {
  return /name="form_token" value="([^"]+)"/.exec(page)?.[1]
}

export const password = 'qist-sandbox-1'

/** Sends e-mail and password to a back office's sign-in form. Returns the resulting page. */
export async function trySignIn(
  visitor: BackOfficeVisitor,
  email: string,
  given = password,
  backOffice = 'dashboard',
): Promise<BackOfficePage> {
  await visitor.get(`/${backOffice}/sign-in?lang=en`)
  return visitor.send(`/${backOffice}/sign-in?lang=en`, { email, password: given })
}

/** Signs a new visitor in at a back office. */
export async function signInAt(baseUrl: string, email: string, backOffice = 'dashboard'): Promise<BackOfficeVisitor> {
  const visitor = newBackOfficeVisitor(baseUrl)
  const { status, location } = await trySignIn(visitor, email, password, backOffice)
  assert.deepEqual([status, location], [303, `/${backOffice}`])
  return visitor
}
