import { type Answer, type Client, NoAnswer } from '../testkit/client.ts'

export type Kind = 'capture' | 'refund' | 'close' | 'read'

/** What everybody can see of a payment. Amounts in minor units; references in the order in which they moved money. */
export interface Seen {
  readonly status: string
  readonly captures: readonly Movement[]
  readonly refunds: readonly Movement[]
}

export interface Movement {
  readonly reference: string
  readonly minor: number
}

/** One call as its client knows it. Times are the proof's own; an unknown answer has no end. */
export interface Call {
  readonly payment: string
  readonly kind: Kind
  readonly reference: string
  readonly minor: number
  readonly invokedAt: number
  readonly completedAt: number
  readonly outcome: Outcome
  /** The service's own name of it, where it was answered. */
  readonly requestId?: string
}

export type Outcome =
  | { readonly is: 'done'; readonly seen: Seen }
  | { readonly is: 'refused'; readonly error: string }
  | { readonly is: 'locked' }
  /** Not answered at all, or with 500 and above: it may have happened. */
  | { readonly is: 'unknown'; readonly trouble?: Trouble }

/** An answer that tells of no rule but of something broken. */
export interface Trouble {
  readonly what: string
  readonly status: number
  readonly text: string
  readonly invokedAt: number
  readonly answeredAt: number
}

/** What is to be done, once or until it is answered. */
export type Order = Pick<Call, 'payment' | 'kind' | 'reference' | 'minor'>

/** Makes one call and writes down what its client learned; undefined when it never reached the service. */
export async function record(client: Client, order: Order): Promise<Call | undefined> {
  const invokedAt = performance.now()
  try {
    const answer = await send(client, order)
    const answeredAt = performance.now()
    const { status, text, requestId } = answer
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

/** The same where nothing is broken on purpose: fails when nobody answers. */
export async function recordAnswered(client: Client, order: Order): Promise<Call> {
  const call = await record(client, order)
  if (call === undefined || (call.outcome.is === 'unknown' && call.outcome.trouble === undefined)) {
    throw new Error(`a ${order.kind} was not answered, and nothing was in its way`)
  }
  return call
}

function send(client: Client, { payment, kind, reference, minor }: Order): Promise<Answer> {
  const path = `/api/v2/payments/${payment}`
  if (kind === 'read') return client.call('GET', path)
  if (kind === 'close') return client.call('POST', `${path}/close`)
  return client.call('POST', `${path}/${kind}s`, { amount: formatMinor(minor), reference_id: reference })
}

function outcomeOf({ status, text, body }: Answer): Outcome {
  if (status === 200) return { is: 'done', seen: seenIn(body) }
  if (status === 409 && String(body?.error).includes('locked')) return { is: 'locked' }
  return { is: 'refused', error: String(body?.error ?? text) }
}

/** What a payment on the wire shows. */
// biome-ignore lint/suspicious/noExplicitAny: a client of the wire looks into whatever comes
export function seenIn(payment: any): Seen {
  const movements = (of: { reference_id: string; amount: string }[]): Movement[] =>
    of.map(({ reference_id, amount }) => ({ reference: reference_id, minor: minorOf(amount) }))
  return { status: payment.status, captures: movements(payment.captures), refunds: movements(payment.refunds) }
}

export function minorOf(amount: string): number {
  return Number(amount.replace('.', ''))
}

/** Of a currency with two decimals. */
export function formatMinor(minor: number): string {
  return (minor / 100).toFixed(2)
}

export function sum(movements: readonly Movement[]): number {
  return movements.reduce((total, { minor }) => total + minor, 0)
}
