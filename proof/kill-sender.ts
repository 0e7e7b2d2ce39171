import { setTimeout as wait } from 'node:timers/promises'
import { openReceiver, type Received, type Receiver } from '../test/support/receiver.ts'
import type { Client } from './client.ts'
import type { Context, Verdict } from './context.ts'
import { type Order, record, type Seen } from './history.ts'
import type { Random } from './random.ts'
import { authorizedPayment, succeed } from './shop.ts'
import { openStand, type Stand } from './stand.ts'

const amount = 100_00
/** Authorized, captured, closed, refunded. */
const eventsEach = 4
/** A killed sender's deliveries are taken over after its lease of 12 s. */
const patienceMs = 60_000

/** P9: the sender is killed while it notifies a receiver that fails three times in ten; every committed event arrives. */
export async function run(context: Context): Promise<Verdict> {
  const events = context.size(5_000, 100_000)
  const kills = context.size(10, 200)
  const receiver = await openReceiver()
  const failures = failAtRandom(receiver, context.random('p9 receiver'))
  const env = {
    WEBHOOK_HOSTS: `shop.test=127.0.0.1:${receiver.port}`,
    WEBHOOK_RETRY_SECONDS: Array(30).fill('0.3').join(','),
  }
  const stand = await openStand(context, 'p9', { env })
  const ends = new Map<string, Seen>()
  try {
    succeed(await stand.client.call('POST', '/api/v1/webhooks', { url: 'https://shop.test/hook' }))
    const working = workOff(context, stand.client, events / eventsEach, ends)
    await killNowAndThen(context, stand, kills, () => ends.size < events / eventsEach)
    await working
    const missing = await waitForAll(receiver, ends)
    const violations = [...missing, ...examineRepeats(receiver), ...(await stand.records.examine())]
    return {
      counts: {
        kills,
        events: ends.size * eventsEach,
        deliveries: receiver.received.length,
        'failed by the receiver': failures(),
      },
      violations,
    }
  } finally {
    await stand.close()
    await receiver.close()
  }
}

function failAtRandom(receiver: Receiver, random: Random): () => number {
  let failed = 0
  receiver.answer = (_request, response) => {
    if (!random.chance(0.3)) return void response.end('ok')
    failed += 1
    if (random.chance(0.5)) response.writeHead(500).end('no')
    else response.destroy()
  }
  return () => failed
}

async function killNowAndThen(
  context: Context,
  { service }: Stand,
  kills: number,
  isBusy: () => boolean,
): Promise<void> {
  const random = context.random('p9 kills')
  for (let kill = 1; kill <= kills; kill += 1) {
    await wait(isBusy() ? random.between(200, 900) : random.between(50, 300))
    service.kill('SIGKILL')
    await service.waitForEnd()
    await service.restart()
  }
}

/** Sixteen clients take payments through their whole life and keep what they were told in the end. */
async function workOff(context: Context, client: Client, payments: number, ends: Map<string, Seen>): Promise<void> {
  let begun = 0
  const worker = async (number: number): Promise<void> => {
    const random = context.random(`p9 ${number}`)
    while (begun < payments) {
      begun += 1
      const id = await until(random, () => authorizedPayment(client, amount))
      const orders: Order[] = [
        { payment: id, kind: 'capture', reference: 'whole', minor: amount },
        { payment: id, kind: 'refund', reference: 'part', minor: random.between(1_00, amount) },
      ]
      for (const order of orders) ends.set(id, await until(random, () => perform(client, order)))
    }
  }
  await Promise.all(Array.from({ length: 16 }, (_, number) => worker(number)))
}

async function perform(client: Client, order: Order): Promise<Seen | undefined> {
  const outcome = (await record(client, order))?.outcome
  return outcome?.is === 'done' ? outcome.seen : undefined
}

async function until<T>(random: Random, work: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const made = await work()
    if (made !== undefined) return made
    await wait(random.between(50, 200))
  }
}

/** Waits until everything that was acknowledged has arrived; answers what has not. */
async function waitForAll(receiver: Receiver, ends: ReadonlyMap<string, Seen>): Promise<string[]> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const missing = examineArrivals(receiver, ends)
    if (missing.length === 0 || performance.now() > deadline) return missing
    // Without a single arrival for so long nothing is on its way any more: a lease lasts 12 s.
    const last = receiver.received.at(-1)?.at ?? 0
    if (Date.now() - last > 20_000) return missing
    await wait(250)
  }
}

function examineArrivals(receiver: Receiver, ends: ReadonlyMap<string, Seen>): string[] {
  const byPayment = Map.groupBy(receiver.received, ({ body }) => String(body.id))
  return [...ends].flatMap(([id, { refunds }]) => {
    const arrived = byPayment.get(id) ?? []
    const told = new Set(
      arrived.map(({ body }) => `${body.status} ${body.captures?.length ?? 0} ${body.refunds?.length ?? 0}`),
    )
    const events = new Set(arrived.map(({ headers }) => headers['webhook-id']))
    const wanted = ['authorized 0 0', 'authorized 1 0', 'closed 1 0', `closed 1 ${refunds.length}`]
    const missing = wanted.filter((event) => !told.has(event))
    if (missing.length === 0 && events.size === eventsEach) return []
    return [`payment ${id}: ${events.size} of ${eventsEach} notifications arrived, without ${missing.join(', ')}`]
  })
}

/** An event that is sent again is the same, byte for byte. */
function examineRepeats(receiver: Receiver): string[] {
  const texts = new Map<unknown, Received>()
  return receiver.received.flatMap((received) => {
    const event = received.headers['webhook-id']
    const earlier = texts.get(event)
    texts.set(event, received)
    return earlier === undefined || earlier.text === received.text ? [] : [`event ${event} was sent with two bodies`]
  })
}
