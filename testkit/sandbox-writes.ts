import { randomUUID } from 'node:crypto'
import { boxOf } from '../src/pages/dashboard/keys/own-keys.ts'
import { permissions } from '../src/platform/merchants/keys/key.ts'
import { type BackOfficeVisitor, newBackOfficeVisitor, tokenOf } from './back-office-visitor.ts'
import type { Query } from './query.ts'
import { newBuyer, openShop, type Shop } from './shop.ts'

/** A stranger in a sandbox: an admin of an operator's merchant, who also signs in with support's published password. */
export interface Stranger {
  readonly baseUrl: string
  readonly merchantId: string
  readonly admin: BackOfficeVisitor
  readonly agent: BackOfficeVisitor
  readonly query: Query
  /** Live secret keys that were issued to the stranger. */
  readonly keys: string[]
  /** Addresses of payment pages that were open. */
  readonly pages: string[]
}

/** The stranger's bank account and webhook. */
export const stranger = { iban: 'AE070331234567890123456', url: 'https://evil.test/hook' } as const

const live = '/dashboard/live'

/**
 * One write for each kind of thing that a stranger can make or change, by the API or in a browser. Each throws if the
 * service refuses.
 */
export const strangersWrites: Readonly<Record<string, (by: Stranger) => Promise<void>>> = {
  async key({ admin, keys }) {
    await admin.get(`${live}/keys`)
    const boxes = Object.fromEntries(permissions.map((permission) => [boxOf(permission), 'yes']))
    const { text } = await admin.send(`${live}/keys`, { kind: 'secret', name: 'mine', key: randomUUID(), ...boxes })
    keys.push(/\bsk_[0-9a-f-]{36}/.exec(text)?.[0] ?? fail('key', text))
  },
  async webhook(by) {
    for (const path of ['/api/v1/webhooks', '/api/v1/dispute-webhooks']) {
      const url = `${stranger.url}/${randomUUID()}`
      const { status, text } = await shopOf(by).call('POST', path, { url }, { 'x-merchant-code': 'main' })
      if (status !== 200) fail('webhook', text)
    }
  },
  async 'signing secret'(by) {
    const store = String((await mainStore(by))['id'])
    await by.admin.get(`${live}/webhooks`)
    const fields = { store, secret: randomUUID(), confirmed: 'yes' }
    const { text } = await by.admin.send(`${live}/webhooks/signing/rotate`, fields)
    if (!text.includes('whsec_')) fail('signing secret', text)
  },
  async 'end of signing'(by) {
    const store = String((await mainStore(by))['id'])
    await by.admin.get(`${live}/webhooks`)
    expect(await by.admin.send(`${live}/webhooks/signing/stop`, { store, confirmed: 'yes' }), 'end of signing')
  },
  async beneficiary({ admin }) {
    const { text } = await admin.get(`${live}/settings?store=main`)
    const version = /name="seen" value="([^"]*)"/.exec(text)?.[1] ?? ''
    const to = { beneficiary_name: `Stranger ${randomUUID().slice(0, 8)}`, beneficiary_iban: stranger.iban }
    expect(
      await admin.send(`${live}/settings/beneficiary`, { store: 'main', seen: version, ...to, confirmed: 'yes' }),
      'beneficiary',
    )
  },
  async fee(by) {
    const action = `/support/merchants/${by.merchantId}/stores/${(await mainStore(by))['id']}`
    const fields = fieldsIn((await by.agent.get(`/support/merchants/${by.merchantId}`)).text, action)
    const fee = { fee_percent: '77.00', fee_fixed: '7', largest_order: '1234', session_minutes: '11' }
    expect(await by.agent.send(action, { ...fields, ...fee }), 'fee')
  },
  async double(by) {
    const { status, text } = await shopOf(by).call('PUT', '/sandbox/decision', { decision: 'approve' })
    if (status !== 200) fail('double', text)
  },
  async 'risk rules'(by) {
    const rules = { max_open_exposure: '9999', max_orders_per_day: 999, refuse_overdue: true }
    const blocked = [{ email: `${randomUUID()}@shop.example` }]
    const { status, text } = await shopOf(by).call('PUT', '/sandbox/risk', { rules, blocked })
    if (status !== 200) fail('risk rules', text)
  },
  async block({ agent }) {
    const { phone } = newBuyer()
    const address = `/support/customers?phone=${encodeURIComponent(phone)}`
    await agent.get(address)
    await agent.send(address, { reason: 'A reason of mine' })
    expect(await agent.send('/support/customers/block', { phone, confirmed: 'yes' }), 'block')
  },
  async link({ admin }) {
    await admin.get(`${live}/links/new`)
    const order = { amount: '40', order_reference_id: 'A-1', description: 'Lamp', name: 'Sara Ali', lang: 'en' }
    const fields = { ...order, merchant_code: 'main', email: 'otp.success@example.com', link: randomUUID() }
    expect(await admin.send(`${live}/links`, fields), 'link')
  },
  async 'checkout session'(by) {
    const { body, text } = await shopOf(by).checkout('40.00', { buyer: newBuyer() })
    by.pages.push(body.configuration?.available_products?.installments[0]?.web_url ?? fail('session', text))
  },
  async 'request for a refund'(by) {
    const id = await paymentOf(by)
    await by.agent.get(`/support/payments/${id}`)
    const fields = { amount: '10.00', amount_seen: '40.00', reason: 'A reason of mine', confirmed: 'yes' }
    expect(await by.agent.send(`/support/payments/${id}/returns`, fields), 'request for a refund')
  },
  async 'sign-in of a customer'({ baseUrl }) {
    const visitor = newBackOfficeVisitor(baseUrl)
    const query = '?mode=test&lang=en'
    await visitor.get(`/account${query}`)
    await visitor.send(`/account/phone${query}`, { phone: newBuyer().phone })
    await visitor.get(`/account${query}`)
    expect(await visitor.send(`/account/code${query}`, { code: '8888' }), 'sign-in')
  },
  async 'code of a customer'({ baseUrl }) {
    const visitor = newBackOfficeVisitor(baseUrl)
    await visitor.get('/account?mode=test&lang=en')
    expect(await visitor.send('/account/phone?mode=test&lang=en', { phone: newBuyer().phone }), 'code')
  },
  async invitation({ admin }) {
    await admin.get(`${live}/team`)
    const { status, text } = await admin.send(`${live}/team/invite`, {
      email: `${randomUUID()}@evil.example`,
      role: 'admin',
    })
    if (status >= 400) fail('invitation', text)
  },
  async 'request for an admin'({ agent }) {
    await agent.get('/support/merchants')
    const fields = { name: 'Strange', merchant_code: randomUUID(), country: 'AE' }
    const [merchant = ''] = (await agent.send('/support/merchants', fields)).location.split('?')
    await agent.get(merchant)
    expect(await agent.send(`${merchant}/people`, { email: `${randomUUID()}@evil.example` }), 'request for an admin')
  },
  async logo({ baseUrl, admin }) {
    const form = new FormData()
    form.append('form_token', tokenOf(admin))
    form.append('store', 'main')
    form.append('logo', new Blob([logo], { type: 'image/png' }), 'logo.png')
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = { method: 'POST', redirect: 'manual', headers: { cookie }, body: form } as const
    const { status } = await fetch(`${baseUrl}${live}/settings/logo`, sent)
    if (status !== 303) fail('logo', String(status))
  },
  async store({ agent, merchantId }) {
    await agent.get(`/support/merchants/${merchantId}`)
    const fields = { merchant_code: randomUUID(), country: 'AE' }
    expect(await agent.send(`/support/merchants/${merchantId}/stores`, fields), 'store')
  },
  async merchant({ agent, baseUrl }) {
    await agent.get('/support/merchants')
    const fields = { name: 'Strange', merchant_code: randomUUID(), country: 'AE' }
    expect(await agent.send('/support/merchants', fields), 'merchant')
    const stores = [{ merchant_code: 'a', country: 'AE', fee: { percent: '5.00' } }]
    await openShop(baseUrl, '').call('POST', '/sandbox/merchants', { name: 'K', region: 'uae', stores })
  },
}

// A picture of one pixel.
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function shopOf({ baseUrl, keys }: Stranger): Shop {
  return openShop(baseUrl, keys[0] ?? '', { merchantCode: 'main' })
}

async function mainStore({ query, merchantId }: Stranger): Promise<Record<string, unknown>> {
  const [row] = await query(`select * from stores where merchant_id = '${merchantId}' and merchant_code = 'main'`)
  return row ?? fail('store', merchantId)
}

async function paymentOf(by: Stranger): Promise<string> {
  const shop = shopOf(by)
  const { body, text } = await shop.checkout('40.00', { buyer: newBuyer() })
  const id: string = body.payment?.id ?? fail('payment', text)
  await shop.call('POST', `/sandbox/payments/${id}/authorize`)
  await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '40.00', reference_id: id })
  return id
}

function fieldsIn(text: string, action: string): Record<string, string> {
  const [, form = ''] = new RegExp(`action="${action}"[^>]*>([\\s\\S]*?)</form>`).exec(text) ?? []
  const inputs = [...form.matchAll(/<input\b[^>]*>/g)].map(([input]) =>
    [/name="([^"]*)"/, /value="([^"]*)"/].map((part) => part.exec(input)?.[1] ?? ''),
  )
  return Object.fromEntries(inputs)
}

function expect({ status, text }: { readonly status: number; readonly text: string }, what: string): void {
  if (status !== 303) fail(what, `${status} ${text}`)
}

function fail(what: string, text: string): never {
  throw new Error(`the stranger could not write: ${what}: ${text.slice(0, 3_000)}`)
}
