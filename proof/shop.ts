import { checkoutBody } from '../test/support/shop.ts'
import { type Answer, type Client, NoAnswer } from './client.ts'
import { formatMinor } from './history.ts'

export const demoTestKey = 'sk_test_11111111-1111-4111-8111-111111111111'

/** A payment in status AUTHORIZED, of so many minor units; undefined when it was not answered to the end. */
export async function authorizedPayment(client: Client, minor: number, code = 'demo_ae', currency = 'AED') {
  try {
    const session = await client.call(
      'POST',
      '/api/v2/checkout',
      checkoutBody(code, currency, formatMinor(minor), {}, {}),
    )
    if (session.status !== 200) return undefined
    const id: string = session.body.payment.id
    const authorized = await client.call('POST', `/sandbox/payments/${id}/authorize`)
    return authorized.status === 200 ? id : undefined
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}

/** The same where nothing is in the way. */
export async function newPayment(client: Client, minor: number, code?: string): Promise<string> {
  const id = await authorizedPayment(client, minor, code)
  if (id === undefined) throw new Error('a payment could not be authorized')
  return id
}

export interface Merchant {
  readonly id: string
  readonly keys: Record<'test' | 'live', { readonly secret: string; readonly public: string }>
}

/** A merchant of its own with one store, `main`. */
export async function newMerchant(client: Client, country: 'AE' | 'SA' = 'AE'): Promise<Merchant> {
  const region = country === 'SA' ? 'ksa' : 'uae'
  const stores = [{ merchant_code: 'main', country }]
  const { body } = succeed(await client.call('POST', '/sandbox/merchants', { name: 'Proof', region, stores }, ''))
  return { id: body.merchant.id, keys: body.keys }
}

/** The answer, which must be 200. */
export function succeed(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text.slice(0, 300)}`)
  return answer
}
