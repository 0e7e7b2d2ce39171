import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../testkit/client.ts'
import { succeed } from '../testkit/client.ts'
import { allAtOnce } from '../testkit/parallel.ts'
import type { VisiblePayment } from '../testkit/payment-model.ts'
import type { Random } from '../testkit/random.ts'
import { openReceiver, type Receiver } from '../testkit/receiver.ts'
import { retry } from '../testkit/timeouts.ts'
import type { Context, Verdict } from './context.ts'
import { DeliveryLog, eventsEach } from './delivery-log.ts'
import { type Order, record, type Trouble } from './history.ts'
import { checkTroubles } from './invariants.ts'
import { openPayment } from './new-payment.ts'
import { type Restarts, watchRestarts } from './restarts.ts'
import { openTestEnvironment, type TestEnvironment } from './test-environment.ts'
import { waitForEvents } from './wait-for-events.ts'

const amount = 100_00

/** The payments and their progress so far. */
interface Work {
  readonly payments: number
  readonly kills: number
  begun: number
  /** The last acknowledged state of each payment. */
  readonly ends: Map<string, VisiblePayment>
  readonly troubles: Trouble[]
}

/** P9: kills the sender while it notifies a receiver that fails three times in ten. Every committed event arrives. */
export async function run(context: Context): Promise<Verdict> {
  const payments = Math.ceil(context.size(2_500, 100_000) / eventsEach)
  const kills = context.size(5, 200)
  const restarts = await watchRestarts(context)
  const receiver = await openReceiver({ keeps: false })
  const deliveryLog = new DeliveryLog()
  const failures = failAtRandom(receiver, deliveryLog, context.random('p9 receiver'))
  const env = {
    WEBHOOK_HOSTS: `shop.test=127.0.0.1:${receiver.port}`,
    WEBHOOK_RETRY_SECONDS: Array(30).fill('0.3').join(','),
  }
  const environment = await openTestEnvironment(context, 'p9', { env })
  const work: Work = { payments, kills, begun: 0, ends: new Map(), troubles: [] }
  try {
    const { client } = environment
    succeed(await client.call('POST', '/api/v1/webhooks', { url: 'https://shop.test/hook' }))
    await allAtOnce([
      ...Array.from({ length: 16 }, (_, number) => (over: AbortSignal) => workOff(context, client, work, number, over)),
      (over) => killAlong(context, environment, restarts, work, over),
    ])
    const written = await waitForEvents(context, environment.records, deliveryLog)
    const violations = [
      ...deliveryLog.check(work.ends, written),
      ...deliveryLog.violations,
      ...checkTroubles([], work.troubles),
      ...restarts.violations,
      ...(await environment.records.checkIntegrity()),
    ]
    const counts = {
      kills,
      payments,
      events: written.size,
      deliveries: deliveryLog.deliveries,
      'failed by the receiver': failures(),
    }
    return { counts: { ...counts, ...restarts.counts() }, violations }
  } finally {
    await environment.close()
    await receiver.close()
  }
}

function failAtRandom(receiver: Receiver, deliveryLog: DeliveryLog, random: Random): () => number {
  let failed = 0
  receiver.answer = (request, response) => {
    deliveryLog.note(request)
    if (!random.chance(0.3)) return void response.end('ok')
    failed += 1
    if (random.chance(0.5)) response.writeHead(500).end('no')
    else response.destroy()
  }
  return () => failed
}

/** Spreads the kills over the work. The last one comes after all calls, while notifications still wait. */
async function killAlong(
  context: Context,
  { service }: TestEnvironment,
  restarts: Restarts,
  { payments, kills, ends }: Work,
  over: AbortSignal,
): Promise<void> {
  const random = context.random('p9 kills')
  for (let kill = 1; kill <= kills && !over.aborted; kill += 1) {
    const due = Math.floor((payments * kill) / kills)
    while (ends.size < due && !over.aborted) await wait(10)
    await wait(random.between(0, 150))
    service.kill('SIGKILL')
    await service.waitForEnd()
    await restarts.restart(service)
  }
}

/** Works as one of sixteen clients. It takes payments through their whole life and keeps the last answers. */
async function workOff(context: Context, client: Client, work: Work, number: number, over: AbortSignal): Promise<void> {
  const random = context.random(`p9 ${number}`)
  const repeat = <T>(what: string, attempt: () => Promise<T | undefined>) =>
    retry(what, attempt, { pauseMs: () => random.between(50, 200) })
  while (work.begun < work.payments && !over.aborted) {
    work.begun += 1
    const id = await repeat('a payment is authorized', () => open(client, work))
    const orders: Order[] = [
      { payment: id, kind: 'capture', reference: 'whole', minor: amount },
      { payment: id, kind: 'refund', reference: 'part', minor: random.between(1_00, amount) },
    ]
    for (const order of orders) {
      const outcome = await repeat(`a ${order.kind} is acknowledged`, () => perform(client, work, order))
      work.ends.set(id, outcome)
    }
    context.progress(work.ends.size, work.payments, 'payments')
  }
}

async function open(client: Client, { troubles }: Work): Promise<string | undefined> {
  const opened = await openPayment(client, amount)
  if (opened !== undefined && 'id' in opened) return opened.id
  if (opened !== undefined) troubles.push(opened.trouble)
  return undefined
}

async function perform(client: Client, { troubles }: Work, order: Order): Promise<VisiblePayment | undefined> {
  const outcome = (await record(client, order))?.outcome
  if (outcome?.is === 'unknown' && outcome.trouble !== undefined) troubles.push(outcome.trouble)
  if (outcome?.is === 'refused') throw new Error(`a ${order.kind} was refused: ${outcome.error}`)
  return outcome?.is === 'done' ? outcome.payment : undefined
}
