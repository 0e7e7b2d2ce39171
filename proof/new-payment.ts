import { formatMinor } from '../testkit/amounts.ts'
import { type Answer, type Caller, NoAnswer } from '../testkit/client.ts'
import { checkoutBody, newBuyer } from '../testkit/shop.ts'
import type { Trouble } from './history.ts'

/** What came of an attempt to have a payment authorized: its id, an answer that it should not have got, or no answer at all. */
type Opened = { readonly id: string } | { readonly trouble: Trouble } | undefined

/** What a payment is that its customer has authorized: the second where its store has captured it by now, as some do a second later. */
const authorizedStatuses = ['AUTHORIZED', 'CLOSED']

/** A payment that is authorized, of so many minor units. */
export async function openPayment(caller: Caller, minor: number, merchantCode = 'demo_ae'): Promise<Opened> {
  const invokedAt = performance.now()
  const troubleOf = (what: string, { status, text }: Answer): Opened => {
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

/** The same where nothing is in the way. */
export async function newPayment(caller: Caller, minor: number, merchantCode?: string): Promise<string> {
  const opened = await openPayment(caller, minor, merchantCode)
  if (opened !== undefined && 'id' in opened) return opened.id
  throw new Error(`a payment could not be authorized: ${JSON.stringify(opened?.trouble)}`)
}
