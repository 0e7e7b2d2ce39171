import { randomBytes, randomInt } from 'node:crypto'
import { currencyOf, marketOf } from '../../../platform/base/markets.ts'
import { CannotRun, callSandbox, type Target } from '../certify/service-client.ts'
import type { OrderState } from './order-states.ts'
import { chooseStore, getOwnMerchant, type OwnMerchant, type OwnStore } from './sandbox-client.ts'

/** What an order says of itself; the rest is made up. */
export interface OrderDetails {
  readonly number?: string | undefined
  /** In the currency of the store, as are the amounts below. */
  readonly amount?: string | undefined
  /** Captured, where the state has a capture; all of the amount if absent. */
  readonly captured?: string | undefined
  /** Refunded, where the state has a refund; what was captured if absent. */
  readonly refunded?: string | undefined
  readonly buyer?: Readonly<Partial<Record<'name' | 'email' | 'phone', string>>> | undefined
  /** The card's number; an accepted one if absent. */
  readonly card?: string | undefined
}

/** A test order whose session is open. */
interface TestOrder extends OrderDetails {
  readonly target: Target
  readonly paymentId: string
  readonly amount: string
  readonly number: string
}

type Step = (order: TestOrder) => Promise<unknown>

const actAs =
  (action: string): Step =>
  ({ target, paymentId }) =>
    callSandbox(target, 'POST', `/sandbox/payments/${paymentId}/${action}`)

const authorize: Step = async ({ target, paymentId, card }) => {
  const body = card === undefined ? {} : { card }
  return callSandbox(target, 'POST', `/sandbox/payments/${paymentId}/authorize`, { body })
}

const capture: Step = ({ target, paymentId, amount, captured = amount, number }) => {
  const body = { amount: captured, reference_id: `${number}-captures` }
  return callSandbox(target, 'POST', `/api/v2/payments/${paymentId}/captures`, { body })
}

const refund: Step = ({ target, paymentId, amount, captured = amount, refunded = captured, number }) => {
  const body = { amount: refunded, reference_id: `${number}-refunds`, reason: 'trigger' }
  return callSandbox(target, 'POST', `/api/v2/payments/${paymentId}/refunds`, { body })
}

const captureGiven: Step = async (order) => (order.captured === undefined ? undefined : capture(order))

const close: Step = ({ target, paymentId }) => callSandbox(target, 'POST', `/api/v2/payments/${paymentId}/close`)

const openDispute: Step = ({ target, paymentId }) =>
  callSandbox(target, 'POST', '/sandbox/disputes', { body: { payment_id: paymentId, reason: 'not_delivered' } })

/** The steps that lead to each state. */
const steps: Readonly<Record<OrderState, readonly Step[]>> = {
  created: [],
  authorized: [authorize],
  captured: [authorize, capture],
  refunded: [authorize, capture, refund],
  closed: [authorize, captureGiven, close],
  rejected: [actAs('reject')],
  expired: [actAs('cancel')],
  disputed: [authorize, capture, openDispute],
}

/** A sandbox, and the order to make there. */
interface PlayedOrder {
  readonly target: Target
  /** The merchant of the target's key. */
  readonly merchant: OwnMerchant
  /** Used instead of a test key where a dispute is opened. */
  readonly liveKey: string
  readonly state: OrderState
  /** The store; the merchant's first one if absent. */
  readonly merchantCode?: string | undefined
  readonly details?: OrderDetails
}

/** The order that was made, in the form in which it is printed. */
interface OrderPlayed {
  readonly state: OrderState
  readonly payment_id: string
  readonly order_number: string
}

/** Makes a test order and plays it to a state, with the calls of a shop and of a customer. Throws CannotRun. */
export async function playOrder({
  target: given,
  merchant,
  liveKey,
  state,
  merchantCode,
  details = {},
}: PlayedOrder): Promise<OrderPlayed> {
  const target = state === 'disputed' && merchant.is_test ? await withLiveKey(given, merchant, liveKey) : given
  const order = await openOrder(target, chooseStore(merchant, merchantCode), details)
  for (const step of steps[state]) await step(order)
  return { state, payment_id: order.paymentId, order_number: order.number }
}

async function withLiveKey(target: Target, merchant: OwnMerchant, secretKey: string): Promise<Target> {
  if (!/^sk_(?!test_)[\w-]+$/.test(secretKey)) {
    throw new CannotRun('disputes have no test mode: set QIST_LIVE_SECRET_KEY to a live key, as npx qist exec does')
  }
  const live = { ...target, secretKey }
  if ((await getOwnMerchant(live)).merchant_id === merchant.merchant_id) return live
  throw new CannotRun('QIST_LIVE_SECRET_KEY is a key of another merchant than QIST_SECRET_KEY')
}

async function openOrder(target: Target, store: OwnStore, details: OrderDetails): Promise<TestOrder> {
  const { amount = store.currency === 'KWD' ? '34.000' : '340.00' } = details
  const { number = `trigger-${randomBytes(4).toString('hex')}` } = details
  const body = sessionBody(store, { ...details, amount, number })
  const { payment, status } = await callSandbox<Session>(target, 'POST', '/api/v2/checkout', { body })
  if (status !== 'rejected') return { ...details, target, paymentId: payment.id, amount, number }
  throw new CannotRun(`the order was rejected when its session was created: payment ${payment.id}`)
}

interface Session {
  readonly status: string
  readonly payment: { readonly id: string }
}

function sessionBody(
  { merchant_code, country, currency }: OwnStore,
  { amount, number, buyer }: OrderDetails & { readonly amount: string; readonly number: string },
) {
  const { code, mobile } = marketOf(currencyOf(country)).phones
  // Test keys refuse phone numbers that end in 0002.
  const phone = `+${code}${mobile}${String(randomInt(100_000)).padStart(5, '0')}11`
  return {
    ...{ merchant_code, lang: 'en' },
    payment: {
      ...{ amount, currency },
      buyer: { name: 'Sara Ali', email: `${number.replace(/[^\w-]/g, '-')}@example.com`, phone, ...buyer },
      shipping_address: { city: 'City', address: 'Street 1', zip: '00000' },
      order: {
        reference_id: number,
        items: [{ title: 'Linen shirt', quantity: 1, unit_price: amount, category: 'Clothes' }],
      },
      buyer_history: { registered_since: '2024-01-10T09:00:00Z', loyalty_level: 3 },
    },
  }
}
