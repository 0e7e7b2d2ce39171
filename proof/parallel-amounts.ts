import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from './client.ts'
import type { Context, Verdict } from './context.ts'
import { type Call, type Kind, type Order, record, type Seen, seenIn, sum } from './history.ts'
import { examinePayment, examineServerErrors } from './invariants.ts'
import { addHistories } from './linear.ts'
import { newPayment, succeed } from './shop.ts'
import { openStand } from './stand.ts'

const amount = 100_00

/** P4: so many captures at once, then so many refunds, of which not all fit. */
export async function run(context: Context): Promise<Verdict> {
  const rounds = context.size(100, 20_000)
  const stand = await openStand(context, 'p4', { connections: 50 })
  const violations: string[] = []
  let calls = 0
  try {
    for (let round = 1; round <= rounds && violations.length < 5; round += 1) {
      const history = await playRound(context, stand.client, round, violations)
      calls += history.length
    }
    violations.push(...(await stand.records.examine()))
  } finally {
    await stand.close()
  }
  return { counts: { rounds, 'calls at once': 50, calls }, violations }
}

async function playRound(context: Context, client: Client, round: number, violations: string[]): Promise<Call[]> {
  const id = await newPayment(client, amount)
  const history: Call[] = []
  await playAtOnce(context, client, history, orders(context, id, 'capture', round))
  if ((await look(client, id)).status === 'AUTHORIZED') {
    await playAtOnce(context, client, history, [{ payment: id, kind: 'close', reference: '', minor: 0 }])
  }
  await playAtOnce(context, client, history, orders(context, id, 'refund', round))
  const end = await look(client, id)
  const wrong = [
    ...examinePayment(id, amount, end, history),
    ...examineServerErrors(history),
    ...examineRefused('capture', amount - sum(end.captures), history),
    ...examineRefused('refund', sum(end.captures) - sum(end.refunds), history),
  ]
  violations.push(...wrong.map((what) => `round ${round}: ${what}`))
  addHistories(context.linear, new Map([[id, amount]]), history)
  return history
}

function orders(context: Context, payment: string, kind: Kind, round: number): Order[] {
  const random = context.random(`p4 ${kind} ${round}`)
  return Array.from({ length: 50 }, (_, n) => ({
    payment,
    kind,
    reference: `${kind}-${n}`,
    minor: random.between(15_00, 40_00),
  }))
}

/** All at once; whoever is locked out tries again until it is told. */
async function playAtOnce(context: Context, client: Client, history: Call[], given: readonly Order[]): Promise<void> {
  const random = context.random(`p4 pauses ${history.length}`)
  const play = async (order: Order): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      const call = await record(client, order)
      if (call !== undefined) history.push(call)
      if (call?.outcome.is !== 'locked') return
      await wait(random.between(5, 40 * tries))
    }
  }
  await Promise.all(given.map(play))
}

async function look(client: Client, id: string): Promise<Seen> {
  return seenIn(succeed(await client.call('GET', `/api/v2/payments/${id}`)).body)
}

// What is left only ever shrinks, so what was refused for want of it cannot fit at the end.
function examineRefused(kind: Kind, left: number, history: readonly Call[]): string[] {
  const could = history.find((call) => call.kind === kind && call.outcome.is === 'refused' && call.minor <= left)
  return could === undefined ? [] : [`a ${kind} of ${could.minor} was refused although ${left} is left`]
}
