import type { Answer, Caller } from '../testkit/client.ts'
import { formatMinorOf, type ModelPayment } from '../testkit/settlement-model.ts'
import { checkoutBody, newBuyer } from '../testkit/shop.ts'
import { retry } from '../testkit/timeouts.ts'
import type { Action, PaymentPlan } from './month-plans.ts'

/** A payment of the month, with its merchant's own record of it. */
export interface MonthPayment {
  readonly plan: PaymentPlan
  readonly id: string
  readonly references: ModelPayment['references'][number][]
  dispute: string
}

/** The expected refusals, and how often each occurred. */
export type Tally = Map<string, number>

/** The expected refusals by action: the service acted first, or the card declines. */
const expected: Partial<Record<Action['do'], readonly string[]>> = {
  // The service has captured it before.
  capture: ['already closed'],
  close: ['already closed'],
  pay: ['card was declined', 'nothing to pay'],
}

export function checkout(caller: Caller, { store, minor }: PaymentPlan, reference: string): Promise<Answer> {
  const amount = formatMinorOf(BigInt(minor), store.currency)
  const more = { buyer: newBuyer(), order: { reference_id: reference, items: [] } }
  return caller.call('POST', '/api/v2/checkout', checkoutBody(store.code, store.currency, amount, more))
}

/** Repeats the action while the payment is locked. Throws if the answer is unexpected. */
export async function act(
  caller: Caller,
  payment: MonthPayment,
  action: Action,
  number: number,
  tally: Tally,
): Promise<Answer> {
  const { method, path, body } = requestOf(payment, action, number)
  return retry(`${action.do} is not locked out`, async () => {
    const answer = await caller.call(method, path, body)
    if (answer.status === 200) return answer
    if (answer.status === 409) return undefined
    const error = String(answer.body?.error)
    if (!expected[action.do]?.includes(error)) {
      throw new Error(
        `${action.do} of payment ${payment.id} was answered with ${answer.status}: ${answer.text.slice(0, 200)}`,
      )
    }
    tally.set(error, (tally.get(error) ?? 0) + 1)
    return answer
  })
}

interface Request {
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly body?: object
}

function requestOf({ plan, id, dispute }: MonthPayment, action: Action, number: number): Request {
  const amount = (minor: number): string => formatMinorOf(BigInt(minor), plan.store.currency)
  const post = (path: string, body?: object): Request => ({ method: 'POST', path, ...(body !== undefined && { body }) })
  const payment = `/api/v2/payments/${id}`
  switch (action.do) {
    case 'begin': {
      const move = action.ending === 'authorize' ? { card: plan.card } : undefined
      return post(`/sandbox/payments/${id}/${action.ending}`, move)
    }
    case 'capture':
    case 'refund':
      return post(`${payment}/${action.do}s`, { amount: amount(action.minor), reference_id: `${action.do}-${number}` })
    case 'close':
      return post(`${payment}/close`)
    case 'rename':
      return { method: 'PUT', path: payment, body: { order: { reference_id: `renamed-${id}` } } }
    case 'pay':
      return post(`/sandbox/payments/${id}/pay`, { what: action.what })
    case 'open dispute':
      return post('/sandbox/disputes', { payment_id: id, reason: 'not_delivered', amount: amount(action.minor) })
    case 'approve':
      return post('/api/v1/disputes/approve', { dispute_ids: [dispute] })
    case 'challenge': {
      const other = { reason: 'merchant_reason_order_amount_should_be_different' }
      const because =
        action.minor === undefined ? { reason: 'merchant_reason_other' } : { ...other, amount: amount(action.minor) }
      return post('/api/v1/disputes/challenge', { dispute_id: dispute, ...because })
    }
    default:
      return post(`/sandbox/disputes/${dispute}/${supported[action.do]}`, {})
  }
}

const supported = {
  withdraw: 'withdraw',
  'support refunds': 'refund',
  'support declines': 'decline',
  'accept amount': 'accept-amount',
} as const
