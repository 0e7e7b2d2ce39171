import type { Client } from '../testkit/client.ts'
import { succeed } from '../testkit/client.ts'
import { allAtOnce, inParallel } from '../testkit/parallel.ts'
import { sum, type VisiblePayment } from '../testkit/payment-model.ts'
import type { Context, Verdict } from './context.ts'
import { type Call, type Kind, type Order, recordUntilFree, visiblePaymentOf } from './history.ts'
import { checkPayment, checkTroubles, readEnds } from './invariants.ts'
import { addHistories, type LinearTally } from './linear.ts'
import { newPayment } from './new-payment.ts'
import { openTestEnvironment } from './test-environment.ts'

const amount = 100_00
const atOnce = 50
/** The number of payments whose calls run at once, so that pauses of locked calls do not idle the service. */
const roundsTogether = 4

/** P4: sends fifty captures at once, then fifty refunds. Not all of them fit. */
export async function run(context: Context): Promise<Verdict> {
  const rounds = context.size(100, 20_000)
  const environment = await openTestEnvironment(context, 'p4', { connections: atOnce * roundsTogether })
  const violations: string[] = []
  const linear: LinearTally = { payments: 0, calls: 0, violations: [] }
  let done = 0
  const play = async (number: number): Promise<void> => {
    if (violations.length >= 5) return
    const round = number + 1
    const { wrong, own } = await playRound(context, environment.client, round)
    linear.payments += own.payments
    linear.calls += own.calls
    linear.violations.push(...own.violations)
    violations.push(...[...wrong, ...own.violations].map((what) => `round ${round}: ${what}`))
    done += 1
    context.progress(done, rounds, 'rounds')
  }
  try {
    await inParallel(rounds, play, roundsTogether)
    violations.push(...(await environment.records.checkIntegrity()))
  } finally {
    await environment.close()
  }
  return { counts: { rounds, 'calls at once': atOnce, calls: linear.calls }, violations, linear }
}

async function playRound(context: Context, client: Client, round: number) {
  const id = await newPayment(client, amount)
  const history: Call[] = []
  await playAtOnce(context, client, history, orders(context, id, 'capture', round))
  if ((await readPayment(client, id)).status === 'AUTHORIZED') {
    await playAtOnce(context, client, history, [{ payment: id, kind: 'close', reference: '', minor: 0 }])
  }
  await playAtOnce(context, client, history, orders(context, id, 'refund', round))
  const ends = await readEnds(client, [id])
  history.push(...ends)
  const end = await readPayment(client, id)
  const wrong = [
    ...checkPayment(id, amount, end, history),
    ...checkTroubles(history),
    ...checkRefused('capture', amount - sum(end.captures), history),
    ...checkRefused('refund', sum(end.captures) - sum(end.refunds), history),
  ]
  return { wrong, own: addHistories(context.linear, new Map([[id, amount]]), history) }
}

function orders(context: Context, payment: string, kind: Kind, round: number): Order[] {
  const random = context.random(`p4 ${kind} ${round}`)
  return Array.from({ length: atOnce }, (_, n) => ({
    payment,
    kind,
    reference: `${kind}-${n}`,
    minor: random.between(15_00, 40_00),
  }))
}

/** Sends all calls at once; a locked call is repeated until it is answered. */
async function playAtOnce(context: Context, client: Client, history: Call[], given: readonly Order[]): Promise<void> {
  const random = context.random(`p4 pauses ${history.length}`)
  const play = async (order: Order): Promise<void> => {
    history.push(...(await recordUntilFree(client, order, (tries) => random.between(5, 40 * tries))))
  }
  await allAtOnce(given.map((order) => () => play(order)))
}

async function readPayment(client: Client, id: string): Promise<VisiblePayment> {
  return visiblePaymentOf(succeed(await client.call('GET', `/api/v2/payments/${id}`)).body)
}

// The remaining amount only shrinks: a call that was refused because of it cannot fit at the end.
function checkRefused(kind: Kind, left: number, history: readonly Call[]): string[] {
  const could = history.find((call) => call.kind === kind && call.outcome.is === 'refused' && call.minor <= left)
  return could === undefined ? [] : [`a ${kind} of ${could.minor} was refused although ${left} is left`]
}
