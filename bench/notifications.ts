import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { capturePayment } from '../src/money/payments/capture-payment.ts'
import { completeNotification } from '../src/money/payments/notification.ts'
import { openOutbound } from '../src/platform/adapters/outbound.ts'
import type { App } from '../src/platform/app/app.ts'
import type { Actor } from '../src/platform/merchants/caller.ts'
import { openDispatcher } from '../src/platform/webhooks/delivery/deliver-notifications.ts'
import type { Query } from '../testkit/query.ts'
import { closedLoop, openLoop } from './loops.ts'
import { type Figure, median, tailPercentile } from './measure.ts'
import { type BenchReceiver, startReceiver } from './notification-receiver.ts'
import * as seed from './notification-seed.ts'
import { idsOf, seedAuthorized, supplyOf } from './seed.ts'
import type { BenchService } from './service.ts'

interface NotificationBench {
  /** The code on its own database, from which no other process delivers. */
  readonly app: App
  readonly query: Query
  /** The actor of the first demo merchant's test key. */
  readonly actor: Actor
  /** Starts the service on the same database, as its own process. */
  serve(env: NodeJS.ProcessEnv): Promise<BenchService>
}

const healthy = 100
const dead = 1_000
const hanging = 500
const now = (): number => performance.timeOrigin + performance.now()

/**
 * Measures the cost of notifications for a capture, their latency and rate, and the effect of dead and hanging
 * receivers.
 */
export async function benchNotifications(environment: NotificationBench): Promise<Figure[]> {
  const receiver = await startReceiver()
  const hosts = new Map([['shop.test', { address: '127.0.0.1', port: receiver.port }]])
  for (const host of hostsNamed('h', healthy)) hosts.set(host, { address: '127.0.0.1', port: receiver.port })
  for (const host of hostsNamed('d', dead)) hosts.set(host, { address: '127.0.0.1', port: receiver.silentPort })
  const outbound = openOutbound({ resolver: environment.app.resolver, namedHosts: hosts })
  const bench = { ...environment, app: { ...environment.app, outbound } }
  try {
    return [
      ...(await benchAnnouncing(bench)),
      ...(await benchPromptness(bench, receiver)),
      ...(await benchThroughput(bench, receiver)),
      ...(await benchDeadEndpoints(bench, receiver)),
      ...(await benchMemory(bench, receiver)),
    ]
  } finally {
    await outbound.close()
    receiver.stop()
  }
}

/**
 * Measures a capture in this process on one connection, without webhooks and with four, in turns. The first of each
 * warms up.
 */
async function benchAnnouncing({ app, query, actor }: NotificationBench): Promise<Figure[]> {
  const calls = 500
  const rounds = 8
  const ids = idsOf(await seedAuthorized(query, calls * rounds, 'c0000000'))
  const times: Record<'none' | 'four', number[]> = { none: [], four: [] }
  for (let round = 0; round < rounds; round += 1) {
    await seed.writeWebhooks(
      query,
      round % 2 === 0 ? [] : ['a', 'b', 'c', 'd'].map((path) => `http://shop.test/${path}`),
    )
    const { latencies } = await closedLoop(calls, 1, async (n) => {
      await capturePart(app, actor, ids[round * calls + n] ?? '')
    })
    if (round >= 2) times[round % 2 === 0 ? 'none' : 'four'].push(...latencies)
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

/** Measures captures by an open loop: from the due time to the first byte at the receiver. */
async function benchPromptness({ app, query, actor }: NotificationBench, receiver: BenchReceiver): Promise<Figure[]> {
  const perSecond = 500
  const [warmUp, events] = [1_000, 5_000]
  const takeFrom = supplyOf(await seedAuthorized(query, warmUp + events, 'd0000000'))
  await seed.writeWebhooks(query, ['http://shop.test/hook'])
  const dispatcher = openDispatcher(app, completeNotification)
  const deliver = async (count: number): Promise<number[]> => {
    const ids = idsOf(takeFrom(count))
    const dueAt = new Map<string, number>()
    await openLoop(count, perSecond, count, async (n, _client, due) => {
      const id = ids[n] ?? ''
      dueAt.set(id, performance.timeOrigin + due)
      await capturePart(app, actor, id)
    })
    return (await receiver.collect(count)).map(({ bodyId, at }) => at - (dueAt.get(bodyId) ?? Number.NaN))
  }
  await deliver(warmUp)
  const latencies = await deliver(events)
  await dispatcher.stop()
  const name = `capture due to first byte, at ${perSecond} events/s`
  return [
    { name: `${name}, p50`, unit: 'ms', value: median(latencies), goal: { atMost: 20 } },
    { name: `${name}, p99`, unit: 'ms', value: tailPercentile(latencies, 99), goal: { atMost: 500 } },
  ]
}

/** Measures a backlog to sixteen webhooks, beside the same client without claims and records. */
async function benchThroughput({ app, query }: NotificationBench, receiver: BenchReceiver): Promise<Figure[]> {
  const deliveries = 20_000
  const message = {
    url: 'http://shop.test/bare',
    headers: { 'webhook-id': 'bare' },
    body: JSON.stringify({ id: randomUUID() }),
  }
  const postBare = async (count: number): Promise<number> => {
    const { perSecond } = await closedLoop(count, 64, async () => void (await app.outbound.post(message)))
    await receiver.collect(count)
    return perSecond
  }
  const deliver = async (count: number): Promise<number> => {
    await seed.writeWebhooks(
      query,
      Array.from({ length: 16 }, (_, n) => `http://shop.test/${n}`),
    )
    await seed.writeBacklog(query, count)
    const startedAt = now()
    const dispatcher = openDispatcher(app, completeNotification)
    const deliveries = await receiver.collect(count)
    await dispatcher.stop()
    return (count * 1_000) / (Math.max(...deliveries.map(({ at }) => at)) - startedAt)
  }
  await postBare(deliveries / 4)
  await deliver(deliveries / 4)
  const limit = { name: 'bare requests by the same client', value: await postBare(deliveries / 2) }
  const perSecond = await deliver(deliveries)
  return [{ name: 'deliveries of one process', unit: '1/s', value: perSecond, goal: { atLeast: 2_000 }, limit }]
}

/**
 * Measures a hundred events a second to a hundred webhooks, without and with a thousand others whose receivers never
 * answer.
 */
async function benchDeadEndpoints(bench: NotificationBench, receiver: BenchReceiver): Promise<Figure[]> {
  const alone = await measureHealthy(bench, receiver, 0)
  const beside = await measureHealthy(bench, receiver, dead)
  const limit = { name: 'without the dead', value: alone }
  const name = `healthy webhooks beside ${dead.toLocaleString('en')} dead, p99`
  return [{ name, unit: 'ms', value: beside, goal: { atMost: 2 * alone }, limit }]
}

/**
 * Measures the time from an event's due time to its first byte, p99 in milliseconds, beside `deadCount` webhooks that
 * never answer.
 */
async function measureHealthy(
  { app, query }: NotificationBench,
  receiver: BenchReceiver,
  deadCount: number,
): Promise<number> {
  const hosts = [...hostsNamed('h', healthy), ...hostsNamed('d', deadCount)]
  const webhooks = await seed.writeWebhooks(
    query,
    hosts.map((host) => `http://${host}/hook`),
  )
  const deadOnes = webhooks.slice(healthy)
  const dispatcher = openDispatcher(app, completeNotification)
  const deliver = async (events: number): Promise<number[]> => {
    const dueAt = new Map<string, number>()
    await openLoop(events, 100, events, async (n, _client, due) => {
      const toDead = n % 100 === 0 ? deadOnes.slice(n % dead, (n % dead) + 100) : []
      const webhook = webhooks[n % healthy]
      const [[id = '']] = await Promise.all([
        seed.announce(app, webhook === undefined ? [] : [webhook]),
        toDead.length === 0 ? undefined : seed.announce(app, toDead),
      ])
      dueAt.set(id, performance.timeOrigin + due)
    })
    const deliveries = await receiver.collect(events)
    return deliveries.map(({ notificationId, at }) => at - (dueAt.get(notificationId) ?? Number.NaN))
  }
  // Both begin warm: connections are open, and the dead endpoints are known.
  if (deadCount > 0) await seed.announce(app, deadOnes)
  await deliver(300)
  const latencies = await deliver(1_000)
  await dispatcher.stop(0)
  return tailPercentile(latencies, 99)
}

function hostsNamed(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${letter}${n}.test`)
}

/** Measures the memory of the service's process with four deliveries to each of 500 receivers that never answer. */
async function benchMemory({ app, query, serve }: NotificationBench, receiver: BenchReceiver): Promise<Figure[]> {
  const names = hostsNamed('d', hanging)
  const webhooks = await seed.writeWebhooks(
    query,
    names.map((name) => `http://${name}/hook`),
  )
  for (let round = 0; round < 4; round += 1) await seed.announce(app, webhooks)
  const WEBHOOK_HOSTS = names.map((name) => `${name}=127.0.0.1:${receiver.silentPort}`).join(',')
  const service = await serve({ WEBHOOK_HOSTS })
  let most = 0
  for (let sample = 0; sample < 100; sample += 1) {
    most = Math.max(most, service.residentMb())
    await pause(100)
  }
  await service.stop()
  return [{ name: 'memory with 500 hanging receivers', unit: 'MB', value: most, goal: { atMost: 256 } }]
}

function capturePart(app: App, actor: Actor, id: string): Promise<unknown> {
  return capturePayment(app, actor, id, { amount: '1.00', reference_id: randomUUID() })
}
