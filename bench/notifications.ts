import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../src/app/app.ts'
import { openOutbound } from '../src/effects/outbound.ts'
import type { Actor } from '../src/merchants/caller.ts'
import { capturePayment } from '../src/payments/capture-payment.ts'
import { openCourier } from '../src/webhooks/courier.ts'
import { closedLoop } from './loops.ts'
import { type Figure, median, percentile } from './measure.ts'
import { type BenchReceiver, startReceiver } from './notification-receiver.ts'
import * as seed from './notification-seed.ts'
import { idsOf, seedAuthorized } from './seed.ts'
import type { BenchService } from './service.ts'

export interface NotificationBench {
  /** The code on a database of its own; nobody else delivers from it. */
  readonly app: App
  /** The holder of the first demo merchant's test key. */
  readonly actor: Actor
  /** Starts the service on the same database, as a process of its own. */
  serve(env: NodeJS.ProcessEnv): Promise<BenchService>
}

const healthy = 100
const dead = 1_000
const hanging = 500
const now = (): number => performance.timeOrigin + performance.now()

/** What announcing costs, how soon and how fast notifications are delivered, and what dead and hanging receivers do to that. */
export async function benchNotifications(bench: NotificationBench): Promise<Figure[]> {
  const receiver = await startReceiver()
  const hosts = new Map([['shop.test', { address: '127.0.0.1', port: receiver.port }]])
  for (let n = 0; n < healthy; n += 1) hosts.set(`h${n}.test`, { address: '127.0.0.1', port: receiver.port })
  for (let n = 0; n < dead; n += 1) hosts.set(`d${n}.test`, { address: '127.0.0.1', port: receiver.silentPort })
  const outbound = openOutbound({ resolver: bench.app.resolver, namedHosts: hosts })
  const app = { ...bench.app, outbound }
  try {
    return [
      ...(await benchAnnouncing(app, bench.actor)),
      ...(await benchPromptness(app, bench.actor, receiver)),
      ...(await benchThroughput(app, receiver)),
      ...(await benchDeadEndpoints(app, receiver)),
      ...(await benchMemory(bench, receiver)),
    ]
  } finally {
    await outbound.close()
    receiver.stop()
  }
}

/** A capture in the same process and on one connection, with no webhook and with four, in turns. */
async function benchAnnouncing(app: App, actor: Actor): Promise<Figure[]> {
  const calls = 500
  const rounds = 6
  const ids = idsOf(await seedAuthorized(app.db, calls * rounds, 'c0000000'))
  const times: Record<'none' | 'four', number[]> = { none: [], four: [] }
  for (let round = 0; round < rounds; round += 1) {
    await seed.writeWebhooks(app, round % 2 === 0 ? [] : ['a', 'b', 'c', 'd'].map((path) => `http://shop.test/${path}`))
    const { latencies } = await closedLoop(calls, 1, async (n) => {
      await capturePart(app, actor, ids[round * calls + n] ?? '')
    })
    times[round % 2 === 0 ? 'none' : 'four'].push(...latencies)
  }
  const [none, four] = [median(times.none), median(times.four)]
  const limit = { name: 'capture with no webhook', value: none }
  return [
    { name: 'capture with four webhooks, p50', unit: 'ms', value: four, limit },
    {
      name: 'slower with four webhooks than with none',
      unit: '%',
      value: 100 * (four / none - 1),
      goal: { atMost: 15 },
    },
  ]
}

/** 500 captures a second, by an open loop: from before the capture to the first byte at the receiver. */
async function benchPromptness(app: App, actor: Actor, receiver: BenchReceiver): Promise<Figure[]> {
  const events = 5_000
  const ids = idsOf(await seedAuthorized(app.db, events, 'd0000000'))
  await seed.writeWebhooks(app, ['http://shop.test/hook'])
  const courier = openCourier(app)
  const startedAt = new Map<string, number>()
  const calls: Promise<unknown>[] = []
  const beganAt = now()
  for (const [n, id] of ids.entries()) {
    const dueMs = beganAt + n * 2 - now()
    if (dueMs > 1) await pause(dueMs)
    startedAt.set(id, now())
    calls.push(capturePart(app, actor, id))
  }
  await Promise.all(calls)
  const perSecond = (events * 1_000) / (now() - beganAt)
  const latencies = (await receiver.collect(events)).map(({ bodyId, at }) => at - (startedAt.get(bodyId) ?? 0))
  await courier.stop()
  const name = `capture to first byte at ${Math.round(perSecond)} events/s`
  return [
    { name: `${name}, p50`, unit: 'ms', value: median(latencies), goal: { atMost: 20 } },
    { name: `${name}, p99`, unit: 'ms', value: percentile(latencies, 99), goal: { atMost: 500 } },
  ]
}

/** A backlog to sixteen webhooks, beside what the same client sends when nothing is claimed and recorded. */
async function benchThroughput(app: App, receiver: BenchReceiver): Promise<Figure[]> {
  const deliveries = 20_000
  const message = {
    url: 'http://shop.test/bare',
    headers: { 'webhook-id': 'bare' },
    body: JSON.stringify({ id: randomUUID() }),
  }
  const bare = await closedLoop(deliveries / 2, 64, async () => void (await app.outbound.post(message)))
  await receiver.collect(deliveries / 2)
  await seed.writeWebhooks(
    app,
    Array.from({ length: 16 }, (_, n) => `http://shop.test/${n}`),
  )
  await seed.writeBacklog(app, deliveries)
  const startedAt = now()
  const courier = openCourier(app)
  const arrivals = await receiver.collect(deliveries)
  const perSecond = (deliveries * 1_000) / (Math.max(...arrivals.map(({ at }) => at)) - startedAt)
  await courier.stop()
  const limit = { name: 'bare requests by the same client', value: bare.perSecond }
  return [{ name: 'deliveries of one process', unit: '1/s', value: perSecond, goal: { atLeast: 2_000 }, limit }]
}

/** A hundred events a second to a hundred webhooks, without and with a thousand others whose receivers never answer. */
async function benchDeadEndpoints(app: App, receiver: BenchReceiver): Promise<Figure[]> {
  const urls = Array.from({ length: healthy }, (_, n) => `http://h${n}.test/hook`)
  const deadUrls = Array.from({ length: dead }, (_, n) => `http://d${n}.test/hook`)
  const p99 = async (withDead: boolean): Promise<number> => {
    const webhooks = await seed.writeWebhooks(app, withDead ? [...urls, ...deadUrls] : urls)
    const alive = webhooks.slice(0, healthy)
    const courier = openCourier(app)
    if (withDead) await seed.announce(app, webhooks.slice(healthy))
    // Both begin warm: connections are open, and the dead are known to say nothing.
    await seed.announce(app, alive)
    await receiver.collect(healthy)
    await pause(2_000)
    const startedAt = new Map<string, number>()
    for (let n = 0; n < 1_000; n += 1) {
      if (withDead && n % 100 === 0) await seed.announce(app, webhooks.slice(healthy + n, healthy + n + 100))
      const at = now()
      const [id] = await seed.announce(app, alive.slice(n % healthy, (n % healthy) + 1))
      startedAt.set(id ?? '', at)
      await pause(10)
    }
    const arrivals = await receiver.collect(1_000)
    await courier.stop(0)
    return percentile(
      arrivals.map(({ notificationId, at }) => at - (startedAt.get(notificationId) ?? 0)),
      99,
    )
  }
  const alone = await p99(false)
  const beside = await p99(true)
  const limit = { name: 'without the dead', value: alone }
  return [
    { name: 'healthy webhooks beside 1,000 dead, p99', unit: 'ms', value: beside, goal: { atMost: 2 * alone }, limit },
  ]
}

/** The service as a process of its own with four deliveries to each of 500 receivers that never answer. */
async function benchMemory({ app, serve }: NotificationBench, receiver: BenchReceiver): Promise<Figure[]> {
  const names = Array.from({ length: hanging }, (_, n) => `d${n}.test`)
  const webhooks = await seed.writeWebhooks(
    app,
    names.map((name) => `http://${name}/hook`),
  )
  for (let round = 0; round < 4; round += 1) await seed.announce(app, webhooks)
  const WEBHOOK_HOSTS = names.map((name) => `${name}=127.0.0.1:${receiver.silentPort}`).join(',')
  const service = await serve({ WEBHOOK_HOSTS })
  let most = 0
  for (let look = 0; look < 100; look += 1) {
    most = Math.max(most, service.residentMb())
    await pause(100)
  }
  await service.stop()
  return [{ name: 'memory with 500 hanging receivers', unit: 'MB', value: most, goal: { atMost: 256 } }]
}

function capturePart(app: App, actor: Actor, id: string): Promise<unknown> {
  return capturePayment(app, actor, id, { amount: '1.00', reference_id: randomUUID() })
}
