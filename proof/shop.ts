import { type Answer, type Client, NoAnswer } from '../testkit/client.ts'
import { checkoutBody } from '../testkit/shop.ts'
import { formatMinor, type Trouble } from './history.ts'

export const demoTestKey = 'sk_test_11111111-1111-4111-8111-111111111111'

/** What came of an attempt to have a payment authorized: its id, an answer that it should not have got, or no answer at all. */
export type Opened = { readonly id: string } | { readonly trouble: Trouble } | undefined

/** A payment in status AUTHORIZED, of so many minor units. */
export async function openPayment(client: Client, minor: number, code = 'demo_ae'): Promise<Opened> {
  const invokedAt = performance.now()
  const troubleOf = (what: string, { status, text }: Answer): Opened => {
    return { trouble: { what, status, text, invokedAt, answeredAt: performance.now() } }
  }
  try {
    const body = checkoutBody(code, 'AED', formatMinor(minor), {}, {})
    const session = await client.call('POST', '/api/v2/checkout', body)
    if (session.status !== 200) return troubleOf('a checkout', session)
    const id: string = session.body.payment.id
    const authorized = await client.call('POST', `/sandbox/payments/${id}/authorize`)
    return authorized.status === 200 ? { id } : troubleOf('an authorization', authorized)
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}

/** The same where nothing is in the way. */
export async function newPayment(client: Client, minor: number, code?: string): Promise<string> {
  const opened = await openPayment(client, minor, code)
  if (opened !== undefined && 'id' in opened) return opened.id
  throw new Error(`a payment could not be authorized: ${JSON.stringify(opened?.trouble)}`)
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
