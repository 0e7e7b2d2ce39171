import type { Client } from '../testkit/client.ts'
import { inParallel } from '../testkit/parallel.ts'
import { type Movement, sum, type VisiblePayment } from '../testkit/payment-model.ts'
import { type Call, type Kind, recordAnswered, type Trouble } from './history.ts'
import type { Load } from './load.ts'

/** Reads every payment once more. These reads belong to the history: its order must explain them, too. */
export async function readEnds(client: Client, payments: Iterable<string>): Promise<Call[]> {
  const ids = [...payments]
  return inParallel(ids.length, (number) =>
    recordAnswered(client, { payment: ids[number] ?? '', kind: 'read', reference: '', minor: 0 }),
  )
}

/** Compares every payment's end with the answers to the clients. */
export function checkEnds(
  { amounts, history }: { readonly amounts: ReadonlyMap<string, number>; readonly history: readonly Call[] },
  ends: readonly Call[],
): string[] {
  const byPayment = Map.groupBy(history, ({ payment }) => payment)
  return ends.flatMap(({ payment, outcome }) => {
    if (outcome.is !== 'done') return [`payment ${payment} was acknowledged and is answered with ${outcome.is}`]
    return checkPayment(payment, amounts.get(payment) ?? 0, outcome.payment, byPayment.get(payment) ?? [])
  })
}

/** Returns the parts of a payment's end that do not follow from its calls. Amounts in minor units. */
export function checkPayment(id: string, amount: number, end: VisiblePayment, calls: readonly Call[]): string[] {
  const wrong: string[] = []
  const captured = sum(end.captures)
  const refunded = sum(end.refunds)
  if (captured > amount) wrong.push(`${captured} captured of ${amount}`)
  if (refunded > captured) wrong.push(`${refunded} refunded of ${captured} captured`)
  wrong.push(...checkMovements('capture', end.captures, calls), ...checkMovements('refund', end.refunds, calls))
  // A payment is listed here only after its authorization was acknowledged.
  if (end.status !== 'AUTHORIZED' && end.status !== 'CLOSED') wrong.push(`it was authorized, and it is ${end.status}`)
  if (captured === amount && end.status !== 'CLOSED') wrong.push('all of it is captured, and it is not closed')
  const wasClosed = calls.some(({ kind, outcome }) => kind === 'close' && outcome.is === 'done')
  if (wasClosed && end.status !== 'CLOSED') wrong.push(`a close was acknowledged, and it is ${end.status}`)
  return wrong.map((what) => `payment ${id}: ${what}`)
}

function checkMovements(kind: Kind, movements: readonly Movement[], calls: readonly Call[]): string[] {
  const wrong: string[] = []
  const requests = calls.filter((call) => call.kind === kind)
  const moved = new Map<string, number>()
  for (const { reference, minor } of movements) {
    if (moved.has(reference)) wrong.push(`reference ${reference} has more than one ${kind}`)
    moved.set(reference, minor)
    const isAsked = requests.some((call) => call.reference === reference && call.minor === minor)
    if (!isAsked) wrong.push(`a ${kind} of ${minor}, reference ${reference}, that nobody asked for`)
  }
  for (const { reference, outcome } of requests) {
    if (outcome.is === 'done' && !moved.has(reference)) wrong.push(`the acknowledged ${kind} ${reference} is lost`)
  }
  return wrong
}

export interface Injected {
  readonly from: number
  readonly to: number
}

/** Returns the failures of a load that no injected fault explains. */
export function checkLoad({ history, troubles, violations }: Load, injected: readonly Injected[] = []): string[] {
  return [...violations, ...checkTroubles(history, troubles, injected)]
}

/**
 * Returns answers of 500 and above, and unexpected answers to checkouts and authorizations, outside of injected faults.
 */
export function checkTroubles(
  history: readonly Call[],
  others: readonly Trouble[] = [],
  injected: readonly Injected[] = [],
): string[] {
  const troubles = history.flatMap(({ outcome }) => (outcome.is === 'unknown' ? (outcome.trouble ?? []) : []))
  return [...troubles, ...others].flatMap((trouble) => {
    const { what, status, text, invokedAt, answeredAt } = trouble
    const isInjected = comesOfFaults(trouble) && injected.some(({ from, to }) => invokedAt <= to && answeredAt >= from)
    return isInjected ? [] : [`${what} was answered with ${status}: ${text.slice(0, 150)}`]
  })
}

// If the connection of a call's own transaction goes silent, the transaction locks the payment until the database ends
// it. The call retries without it, and the answer is that the payment is locked.
function comesOfFaults({ status, text }: Trouble): boolean {
  return status >= 500 || (status === 409 && text.includes('is locked'))
}
