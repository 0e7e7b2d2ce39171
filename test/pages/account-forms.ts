import assert from 'node:assert/strict'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'

interface AccountService {
  readonly service: TestService
  readonly url: string
  readonly shop: Shop
  /** A phone without purchases. */
  newPhone(): string
}

/** A service with a shop, for customers without a browser. */
export async function openAccount(): Promise<AccountService> {
  const service = await startTestService()
  const url = service.urls.uae
  let lastPhone = 500_810_010
  const newPhone = (): string => {
    lastPhone += 1
    return `+971${lastPhone}`
  }
  return { service, url, shop: openShop(url, demoKey(1)), newPhone }
}

/** A customer at the account without a browser: reads pages and sends forms without delay. */
export interface AccountVisitor {
  /** The cookies, by name. */
  readonly cookies: Map<string, string>
  get(path: string): Promise<AccountPage>
  /** Sends a form with the CSRF token of the latest page; `headers`: further headers, such as Origin. */
  send(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<AccountPage>
}

export interface AccountPage {
  readonly status: number
  readonly text: string
  /** The target of the redirect. */
  readonly location: string
  readonly setCookie: readonly string[]
}

/** A new browser, without cookies or with these. */
export function newVisitor(baseUrl: string, cookies = new Map<string, string>()): AccountVisitor {
  let token = ''
  const ask = async (path: string, init: RequestInit, headers: Record<string, string> = {}): Promise<AccountPage> => {
    const cookie = cookiesOf({ cookies })
    const response = await fetch(baseUrl + path, { redirect: 'manual', ...init, headers: { cookie, ...headers } })
    const text = await response.text()
    const setCookie = response.headers.getSetCookie()
    for (const header of setCookie) {
      const [pair = ''] = header.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (header.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    token = tokenIn(text) ?? token
    return { status: response.status, text, location: response.headers.get('location') ?? '', setCookie }
  }
  return {
    cookies,
    get: (path) => ask(path, {}),
    send: (path, fields = {}, headers = {}) =>
      ask(path, { method: 'POST', body: new URLSearchParams({ form_token: token, ...fields }) }, headers),
  }
}

export function tokenIn(page: string): string | undefined {
  return /name="form_token" value="([^"]+)"/.exec(page)?.[1]
}

/** The cookies of a visitor as a header. */
export function cookiesOf({ cookies }: Pick<AccountVisitor, 'cookies'>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

export const testMode = '?mode=test&lang=en'

/** The address of a purchase, or of a page below it. */
export const at = (id: string, path = '', more = ''): string => `/account${path}${testMode}&purchase=${id}${more}`

/** Signs a new browser in, with the test code. */
export async function signIn(baseUrl: string, phone: string, query = testMode, code = '8888'): Promise<AccountVisitor> {
  const visitor = newVisitor(baseUrl)
  await visitor.get(`/account${query}`)
  assert.equal((await visitor.send(`/account/phone${query}`, { phone })).status, 303)
  await visitor.get(`/account${query}`)
  const { status, location } = await visitor.send(`/account/code${query}`, { code })
  assert.equal(status, 303)
  await visitor.get(location)
  return visitor
}

interface BoughtOptions {
  readonly amount?: string
  readonly card?: string
  readonly isCaptured?: boolean
}

/** A purchase of this phone with the first instalment paid. Returns the payment's id. */
export async function buy(shop: Shop, phone: string, options: BoughtOptions = {}): Promise<string> {
  const { amount = '340.00', card = '4242424242424242', isCaptured = true } = options
  const { body } = await shop.checkout(amount, { buyer: { name: 'Sara Ali', email: 'sara@example.com', phone } })
  const id: string = body.payment.id
  const authorized = await shop.call('POST', `/sandbox/payments/${id}/authorize`, { card })
  assert.equal(authorized.status, 200, authorized.text)
  if (isCaptured) {
    const captured = await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount, reference_id: `whole-${id}` })
    assert.equal(captured.status, 200, captured.text)
  }
  return id
}
