import assert from 'node:assert/strict'
import { agreedIn } from '../../testkit/agreed.ts'
import type { Shop } from '../../testkit/shop.ts'

/** A customer without a browser: sends the forms of one session without delay. */
export interface FormCustomer {
  readonly webUrl: string
  readonly sessionId: string
  readonly paymentId: string
  /** As the shop sent it. */
  readonly phone: string
  readonly cookie: string
  readonly token: string
}

let lastPhone = 500_700_010

/** Opens a session's page as a new browser. `payment` can be overridden. */
export async function openForms(shop: Shop, payment: object = {}): Promise<FormCustomer> {
  lastPhone += 1
  const buyer = { name: 'Sara Ali', email: 'sara@example.com', phone: `+971${lastPhone}` }
  const { body, text } = await shop.checkout('340.00', { buyer, ...payment })
  assert.equal(body.status, 'created', text)
  const webUrl: string = body.configuration.available_products.installments[0].web_url
  const response = await fetch(webUrl)
  const cookie = response.headers.get('set-cookie') ?? ''
  const token = /name="form_token" value="([^"]+)"/.exec(await response.text())?.[1] ?? ''
  const { id: sessionId, payment: created } = body
  return { webUrl, cookie, token, sessionId, paymentId: created.id, phone: created.buyer.phone }
}

/** The headers of a form that another site submits. */
export const fromElsewhere = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
] as const

/**
 * Sends one form as the page would, a payment with what its page says that the customer agrees to. `headers`: further
 * headers, such as Origin.
 */
export async function sendForm(
  customer: FormCustomer,
  step: string,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  const agreed = step === 'pay' && form['agreed'] === undefined ? await readAgreed(customer) : undefined
  return postFields(customer, step, { ...(agreed !== undefined && { agreed }), ...form }, headers)
}

/** Sends one form with these fields and no others; a field may be sent twice. */
export function postFields(
  customer: FormCustomer,
  step: string,
  fields: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = new URLSearchParams(fields)
  if (!body.has('form_token')) body.set('form_token', customer.token)
  return fetch(customer.webUrl.replace('/hpp/?', `/hpp/${step}?`), {
    method: 'POST',
    body,
    headers: { cookie: cookieOf(customer), ...headers },
    redirect: 'manual',
  })
}

/** The hash of the text that the page shows; undefined in another stage. */
export async function readAgreed(customer: FormCustomer): Promise<string | undefined> {
  const response = await fetch(customer.webUrl, { headers: { cookie: cookieOf(customer) } })
  return agreedIn(await response.text())
}

/** The session's stage for this customer. */
export async function stageFor(customer: FormCustomer): Promise<string> {
  const response = await fetch(customer.webUrl.replace('/hpp/?', '/hpp/state?'), {
    headers: { cookie: cookieOf(customer) },
  })
  return ((await response.json()) as { stage: string }).stage
}

export function cookieOf(customer: Pick<FormCustomer, 'cookie'>): string {
  return customer.cookie.split(';')[0] ?? ''
}

export const goodCard = { number: '4242424242424242', expiry: '12/30', security_code: '123' }

/** From the order to the last view, with this card; `phone`: a new one unless given. */
export async function fillIn(customer: FormCustomer, number = goodCard.number, phone?: string): Promise<void> {
  lastPhone += 1
  assert.equal((await sendForm(customer, 'phone', { phone: phone ?? `+971${lastPhone}` })).status, 303)
  assert.equal((await sendForm(customer, 'code', { code: '8888' })).status, 303)
  assert.equal((await sendForm(customer, 'card', { ...goodCard, number })).status, 303)
  assert.equal(await stageFor(customer), 'confirm')
}
