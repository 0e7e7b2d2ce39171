import { formatMinor, minorOf } from '../testkit/amounts.ts'
import { type Answer, type Caller, NoAnswer } from '../testkit/client.ts'
import type { Movement, VisiblePayment } from '../testkit/payment-model.ts'
import { retry } from '../testkit/timeouts.ts'

export type Kind = 'capture' | 'refund' | 'close' | 'read'

/** One call as its client knows it. Times are the proof's own. A call without a known answer has no end. */
export interface Call {
  readonly payment: string
  readonly kind: Kind
  readonly reference: string
  readonly minor: number
  readonly invokedAt: number
  readonly completedAt: number
  readonly outcome: Outcome
  /** The service's request id, if the call was answered. */
  readonly requestId?: string
}

export type Outcome =
  | { readonly is: 'done'; readonly payment: VisiblePayment }
  | { readonly is: 'refused'; readonly error: string }
  | { readonly is: 'locked' }
  /** No answer, or 500 and above: it may have happened. */
  | { readonly is: 'unknown'; readonly trouble?: Trouble }

/** An answer that follows from no rule but from a failure. */
export interface Trouble {
  readonly what: string
  readonly status: number
  readonly text: string
  readonly invokedAt: number
  readonly answeredAt: number
}

/** A call to make, once or until it is answered. */
export type Order = Pick<Call, 'payment' | 'kind' | 'reference' | 'minor'>

/** Makes one call and records the outcome as its client knows it. Undefined if it never reached the service. */
export async function record(caller: Caller, order: Order): Promise<Call | undefined> {
  const invokedAt = performance.now()
  try {
    const answer = await send(caller, order)
    const answeredAt = performance.now()
    const { status, text, headers } = answer
    const requestId = headers.get('x-request-id') ?? ''
    if (status >= 500) {
      const trouble = { what: `a ${order.kind}`, status, text, invokedAt, answeredAt }
      const outcome: Outcome = { is: 'unknown', trouble }
      return { ...order, invokedAt, completedAt: Number.POSITIVE_INFINITY, outcome, requestId }
    }
    return { ...order, invokedAt, completedAt: answeredAt, outcome: outcomeOf(answer), requestId }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    if (!error.wasSent) return undefined
    return { ...order, invokedAt, completedAt: Number.POSITIVE_INFINITY, outcome: { is: 'unknown' } }
  }
}

/** Makes one call without injected failures. Throws if no answer comes. */
export async function recordAnswered(caller: Caller, order: Order): Promise<Call> {
  const call = await record(caller, order)
  if (call === undefined || (call.outcome.is === 'unknown' && call.outcome.trouble === undefined)) {
    throw new Error(`a ${order.kind} was not answered, and nothing was in its way`)
  }
  return call
}

/** Repeats the call while the payment is locked. Returns the calls of all tries. */
export async function recordUntilFree(
  caller: Caller,
  order: Order,
  pauseMs: (tries: number) => number,
): Promise<Call[]> {
  const calls: Call[] = []
  const attempt = async (): Promise<boolean> => {
    const call = await recordAnswered(caller, order)
    calls.push(call)
    return call.outcome.is !== 'locked'
  }
  await retry(`a ${order.kind} is not locked out`, attempt, { pauseMs })
  return calls
}

function send(caller: Caller, { payment, kind, reference, minor }: Order): Promise<Answer> {
  const path = `/api/v2/payments/${payment}`
  if (kind === 'read') return caller.call('GET', path)
  if (kind === 'close') return caller.call('POST', `${path}/close`)
  return caller.call('POST', `${path}/${kind}s`, { amount: formatMinor(minor), reference_id: reference })
}

function outcomeOf({ status, text, body }: Answer): Outcome {
  if (status === 200) return { is: 'done', payment: visiblePaymentOf(body) }
  if (status === 409 && String(body?.error).includes('locked')) return { is: 'locked' }
  return { is: 'refused', error: String(body?.error ?? text) }
}

/** Returns the visible part of a payment on the wire. */
// biome-ignore lint/suspicious/noExplicitAny: any JSON body is read
export function visiblePaymentOf(payment: any): VisiblePayment {
  const movements = (of: { reference_id: string; amount: string }[]): Movement[] =>
    of.map(({ reference_id, amount }) => ({ reference: reference_id, minor: minorOf(amount) }))
  return { status: payment.status, captures: movements(payment.captures), refunds: movements(payment.refunds) }
}
