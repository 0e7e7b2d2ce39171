import assert from 'node:assert/strict'
import { type Answer, type Caller, contentOf, headersOf, readAnswer, succeed } from './client.ts'

/** A merchant's integration: calls the API with one key. */
export interface Shop extends Caller {
  readonly key: string
  /**
   * Opens a checkout session of this amount. `payment` and `members` replace members of the payment and of the body.
   */
  checkout(amount?: string, payment?: object, members?: object): Promise<Answer>
  /** Returns the id of a payment in status CREATED. */
  createdPayment(amount?: string): Promise<string>
  /** Returns the id of a payment in status AUTHORIZED. */
  authorizedPayment(amount?: string): Promise<string>
  /** Returns the id of a payment that is captured in full. */
  capturedPayment(amount?: string): Promise<string>
}

export const demoKey = (digit: 1 | 2 | 3, kind: 'sk_test_' | 'sk_' | 'pk_test_' | 'pk_' = 'sk_test_'): string => {
  const d = String(digit)
  return `${kind}${d.repeat(8)}-${d.repeat(4)}-4${d.repeat(3)}-8${d.repeat(3)}-${d.repeat(12)}`
}

export interface ShopOptions {
  readonly merchantCode?: string
  readonly currency?: string
  /** Receives every answer, for example to compare it with the reference. */
  readonly onAnswer?: (method: string, path: string, answer: Answer) => void
}

export function openShop(baseUrl: string, key: string, options: ShopOptions = {}): Shop {
  const { merchantCode = 'demo_ae', currency = 'AED' } = options
  const call: Shop['call'] = async (method, path, body, headers) => {
    const own = { authorization: `Bearer ${key}`, ...headersOf('', body) }
    const sent = { method, headers: { ...own, ...headers }, ...contentOf(body) }
    const response = await fetch(`${baseUrl}${path}`, sent)
    const answer = readAnswer(response.status, response.headers, await response.text())
    options.onAnswer?.(method, path, answer)
    return answer
  }
  const checkout: Shop['checkout'] = (amount = '340.00', payment = {}, members = {}) =>
    call('POST', '/api/v2/checkout', checkoutBody(merchantCode, currency, amount, payment, members))
  const createdPayment = async (amount?: string): Promise<string> => succeed(await checkout(amount)).body.payment.id
  const authorizedPayment = async (amount?: string): Promise<string> => {
    const id = await createdPayment(amount)
    succeed(await call('POST', `/sandbox/payments/${id}/authorize`))
    return id
  }
  const capturedPayment = async (amount = '340.00'): Promise<string> => {
    const id = await authorizedPayment(amount)
    const answer = await call('POST', `/api/v2/payments/${id}/captures`, { amount, reference_id: 'whole' })
    assert.equal(answer.body.status, 'CLOSED', answer.text)
    return id
  }
  return { baseUrl, key, call, checkout, createdPayment, authorizedPayment, capturedPayment }
}

export interface Merchant {
  readonly id: string
  readonly keys: Record<'test' | 'live', { readonly secret: string; readonly public: string }>
}

export interface NewMerchantOptions {
  readonly country?: 'AE' | 'KW' | 'SA'
  readonly checkout?: 'strict' | 'lenient'
  readonly merchantCode?: string
  /** The fees of captures, as `POST /sandbox/merchants` takes them. */
  readonly fee?: Readonly<Record<string, string>>
}

/** Makes a merchant for one test, with one store, by default `main`. */
export async function newMerchant(caller: Caller, options: NewMerchantOptions = {}): Promise<Merchant> {
  const { country = 'AE', checkout = 'strict', merchantCode = 'main', fee } = options
  const stores = [{ merchant_code: merchantCode, country, checkout, ...(fee && { fee }) }]
  const body = { name: 'Shop', region: country === 'SA' ? 'ksa' : 'uae', stores }
  const made = succeed(await caller.call('POST', '/sandbox/merchants', body)).body
  return { id: made.merchant.id, keys: made.keys }
}

let buyers = 0

/** Returns a customer without purchases: with live keys the exposure of a phone at all merchants is limited. */
export function newBuyer() {
  buyers += 1
  // Test keys refuse phones that end in 0002; none of these does.
  const phone = `+97152${String(buyers).padStart(6, '0')}1`
  return { name: 'Sara Ali', email: 'otp.success@example.com', phone, dob: '1990-04-17' }
}

/** Returns a complete checkout, with members replaced. */
export function checkoutBody(
  merchantCode: string,
  currency: string,
  amount: string,
  payment: object = {},
  members: object = {},
) {
  return {
    payment: {
      amount,
      currency,
      description: 'Order 1001',
      buyer: { name: 'Sara Ali', email: 'otp.success@example.com', phone: '+971500000001', dob: '1990-04-17' },
      shipping_address: { city: 'Dubai', address: 'Street 1, villa 2', zip: '00000' },
      order: {
        reference_id: '1001',
        items: [
          { reference_id: 'SKU-1', title: 'Linen shirt', quantity: 2, unit_price: '160.00', category: 'Clothes' },
        ],
      },
      buyer_history: { registered_since: '2024-01-10T09:00:00Z', loyalty_level: 3 },
      order_history: [],
      meta: { order_id: '1001' },
      ...payment,
    },
    lang: 'en',
    merchant_code: merchantCode,
    merchant_urls: { success: 'https://shop.example/ok', cancel: 'https://shop.example/cancel' },
    ...members,
  }
}
