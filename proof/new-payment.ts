import { formatMinor } from '../testkit/amounts.ts'
import { type Answer, type Caller, NoAnswer } from '../testkit/client.ts'
import { checkoutBody, newBuyer } from '../testkit/shop.ts'
import type { Trouble } from './history.ts'

/** The result of authorizing a payment: its id, an unexpected answer, or no answer. */
type OpenedPayment = { readonly id: string } | { readonly trouble: Trouble } | undefined

/** The statuses of an authorized payment. Some stores capture a second later: then it is CLOSED. */
const authorizedStatuses = ['AUTHORIZED', 'CLOSED']

/** Makes an authorized payment of this amount in minor units. */
export async function openPayment(caller: Caller, minor: number, merchantCode = 'demo_ae'): Promise<OpenedPayment> {
  const invokedAt = performance.now()
  const troubleOf = (what: string, { status, text }: Answer): OpenedPayment => {
    return { trouble: { what, status, text, invokedAt, answeredAt: performance.now() } }
  }
  try {
    const body = checkoutBody(merchantCode, 'AED', formatMinor(minor), { buyer: newBuyer() })
    const session = await caller.call('POST', '/api/v2/checkout', body)
    if (session.status !== 200) return troubleOf('a checkout', session)
    const id: string = session.body.payment.id
    const authorized = await caller.call('POST', `/sandbox/payments/${id}/authorize`)
    const isAuthorized = authorized.status === 200 && authorizedStatuses.includes(authorized.body?.status)
    return isAuthorized ? { id } : troubleOf('an authorization', authorized)
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}

/** Makes an authorized payment. Throws if a call fails. */
export async function newPayment(caller: Caller, minor: number, merchantCode?: string): Promise<string> {
  const opened = await openPayment(caller, minor, merchantCode)
  if (opened !== undefined && 'id' in opened) return opened.id
  throw new Error(`a payment could not be authorized: ${JSON.stringify(opened?.trouble)}`)
}
