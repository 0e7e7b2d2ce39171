import type { Client } from './client.ts'
import { type Call, type Kind, type Movement, type Seen, seenIn, sum } from './history.ts'
import type { Records } from './records.ts'

/** Reads every payment and holds it, the ledger and the doctor's findings against what the clients were told. */
export async function examineAll(
  client: Client,
  records: Records,
  amounts: ReadonlyMap<string, number>,
  history: readonly Call[],
): Promise<string[]> {
  const wrong = await records.examine()
  const byPayment = Map.groupBy(history, ({ payment }) => payment)
  const payments = [...amounts]
  const reader = async (): Promise<void> => {
    for (let next = payments.pop(); next !== undefined; next = payments.pop()) {
      const [id, amount] = next
      const answer = await client.call('GET', `/api/v2/payments/${id}`)
      if (answer.status !== 200) wrong.push(`payment ${id} was acknowledged and is answered with ${answer.status}`)
      else wrong.push(...examinePayment(id, amount, seenIn(answer.body), byPayment.get(id) ?? []))
    }
  }
  await Promise.all(Array.from({ length: 16 }, reader))
  return wrong
}

/** What of a payment's end does not follow from the calls that were made. Amounts in minor units. */
export function examinePayment(id: string, amount: number, end: Seen, calls: readonly Call[]): string[] {
  const wrong: string[] = []
  const captured = sum(end.captures)
  const refunded = sum(end.refunds)
  if (captured > amount) wrong.push(`${captured} captured of ${amount}`)
  if (refunded > captured) wrong.push(`${refunded} refunded of ${captured} captured`)
  wrong.push(...examineMovements('capture', end.captures, calls), ...examineMovements('refund', end.refunds, calls))
  const wasClosed = calls.some(({ kind, outcome }) => kind === 'close' && outcome.is === 'done')
  if (wasClosed && end.status !== 'CLOSED') wrong.push(`a close was acknowledged, and it is ${end.status}`)
  return wrong.map((what) => `payment ${id}: ${what}`)
}

function examineMovements(kind: Kind, movements: readonly Movement[], calls: readonly Call[]): string[] {
  const wrong: string[] = []
  const asked = calls.filter((call) => call.kind === kind)
  const moved = new Map<string, number>()
  for (const { reference, minor } of movements) {
    if (moved.has(reference)) wrong.push(`reference ${reference} has more than one ${kind}`)
    moved.set(reference, minor)
    const isAsked = asked.some((call) => call.reference === reference && call.minor === minor)
    if (!isAsked) wrong.push(`a ${kind} of ${minor}, reference ${reference}, that nobody asked for`)
  }
  for (const { reference, outcome } of asked) {
    if (outcome.is === 'done' && !moved.has(reference)) wrong.push(`the acknowledged ${kind} ${reference} is lost`)
  }
  return wrong
}

/** Answers of 500 and above that nothing of ours explains. */
export function examineServerErrors(
  history: readonly Call[],
  injected: readonly { readonly from: number; readonly to: number }[] = [],
): string[] {
  return history.flatMap(({ outcome, kind, invokedAt }) => {
    if (outcome.is !== 'unknown' || outcome.status === undefined) return []
    const isInjected = injected.some(({ from, to }) => invokedAt <= to && invokedAt >= from - 1_000)
    return isInjected ? [] : [`a ${kind} was answered with ${outcome.status}`]
  })
}
