import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type RoundLimits, repeatRounds, type Work } from '../src/entries/rounds.ts'
import { type RunningServer, startServer } from '../src/entries/server.ts'
import { startWorkers, type Workers } from '../src/entries/workers.ts'
import { openMetrics } from '../src/platform/adapters/metrics.ts'
import { openWatchdog } from '../src/platform/adapters/watchdog.ts'
import type { App } from '../src/platform/app/app.ts'
import { type Db, openDb } from '../src/platform/db/db.ts'
import type { DbLimits } from '../src/platform/db/limits.ts'
import { type FreezingProxy, openFreezingProxy } from '../testkit/freezing-proxy.ts'
import type { Receiver } from '../testkit/receiver.ts'
import type { Shop } from '../testkit/shop.ts'
import { type NotifyingService, openNotifyingService } from './support/notified-shop.ts'
import type { TestService } from './support/service.ts'

// This service only creates work. Another one on its database does it, through a proxy that goes silent.
const limits: DbLimits = {
  connectMs: 1_000,
  statementMs: 700,
  lockMs: 25,
  lockRetryMs: 400,
  transactionMs: 2_000,
  idleInTransactionMs: 1_000,
  silenceMs: 300,
  closeMs: 500,
}
const roundLimits: RoundLimits = { roundMs: 1_500, retryMs: 50, maxRetryMs: 200, stopMs: 500 }
let notifying: NotifyingService
let receiver: Receiver
let service: TestService
let shop: Shop
let proxy: FreezingProxy
let db: Db
let app: App
let server: RunningServer
let workers: Workers

before(async () => {
  notifying = await openNotifyingService()
  ;({ receiver, service } = notifying)
  shop = (await notifying.newShop()).shop
  proxy = await openFreezingProxy(service.database.connection)
  const connection = { ...service.database.connection, host: '127.0.0.1', port: proxy.port }
  db = openDb({ connection, connections: 16, limits })
  app = { ...service.app, db, watchdog: openWatchdog(3_000), metrics: openMetrics() }
  server = await startServer(app, openMetrics(), 'uae')
  workers = await startWorkers(app, roundLimits)
})
after(async () => {
  await server.close()
  await workers.stop()
  await db.close()
  await proxy.close()
  await notifying.close()
})

async function health(): Promise<{ status: number; body: { status: string; overdue?: string[] } }> {
  const answer = await fetch(`${server.baseUrl}/health`)
  return { status: answer.status, body: (await answer.json()) as { status: string; overdue?: string[] } }
}

async function untilHealth(status: number): Promise<{ status: string; overdue?: string[] }> {
  for (const deadline = performance.now() + 60_000; ; await wait(50)) {
    const answer = await health()
    if (answer.status === status) return answer.body
    assert.ok(performance.now() < deadline, JSON.stringify(answer.body))
  }
}

test('background work continues after its connections went silent, and notifications are delivered again', async () => {
  await untilHealth(200)
  for (let rounds = 0; rounds < 2; rounds += 1) {
    const earlier = receiver.received.length
    // Deliveries are under way when the connections go silent: their results must be recorded, too.
    receiver.answer = (_request, response) => void setTimeout(() => response.end('ok'), 200)
    await shop.authorizedPayment('10.00')
    await receiver.waitFor(earlier + 1)
    proxy.freeze()
    const id = await shop.authorizedPayment('10.00')
    await receiver.waitFor(1, (one) => one.body.id === id, 60_000)
    await untilHealth(200)
  }
  await notifying.untilNone(`select from deliveries where state = 'waiting'`)
  await notifying.untilNone('select from payment_count_changes')
})

test('while the database is silent /health answers 503 and names the overdue loops; afterwards it is healthy again', async () => {
  proxy.freeze('silent')
  const visited = new Set<string>()
  const due = [
    'claim deliveries',
    'collect installments',
    'count payments',
    'resolve first charges',
    'resolve later charges',
    'send messages to customers',
    'send returns',
    'settle due disputes',
    'settle due payments',
  ]
  while (!due.every((name) => visited.has(name))) {
    const body = await untilHealth(503)
    assert.equal(body.status, 'unavailable')
    for (const name of body.overdue ?? []) visited.add(name)
  }
  const ready = async () => (await fetch(`${server.baseUrl}/ready`)).status
  assert.equal(await ready(), 503)
  proxy.thaw()
  assert.deepEqual(await untilHealth(200), { status: 'ok' })
  assert.equal(await ready(), 200)
})

test('a loop that cannot work while the database answers is named alone, and counted', async () => {
  const operator = new pg.Client(service.database.connection)
  await operator.connect()
  await operator.query('begin; lock table disputes in access exclusive mode')
  const { overdue } = await untilHealth(503)
  assert.deepEqual(overdue, ['settle due disputes'])
  await operator.query('rollback')
  await operator.end()
  assert.deepEqual(await untilHealth(200), { status: 'ok' })
})

test('every work starts a new round after one that hangs or fails, and logs it', async () => {
  for (const name of ['one that never ends', 'one that fails']) {
    let rounds = 0
    const failed: string[] = []
    const stopping = new AbortController()
    const enough = Promise.withResolvers<void>()
    const run = async (): Promise<number> => {
      rounds += 1
      if (rounds > 3) enough.resolve()
      if (rounds > 3) return 0
      if (name === 'one that fails') throw new Error('no luck')
      return new Promise(() => undefined)
    }
    const work: Work = { name, everyMs: 10, run }
    const metrics = { ...app.metrics, roundFailed: (work: string) => void failed.push(work) }
    const ended = repeatRounds({ ...app, metrics }, work, { ...roundLimits, roundMs: 50 }, stopping.signal)
    await enough.promise
    stopping.abort()
    await ended
    assert.deepEqual(failed, [name, name, name])
    assert.equal(service.logged.filter((line) => line['work'] === name && line['level'] === 'error').length, 3)
  }
  assert.ok(!app.watchdog.overdue().some((name) => name.startsWith('one that')))
})

test('stopping during a complete silence ends in time', async () => {
  receiver.answer = () => undefined
  const id = await shop.authorizedPayment('10.00')
  await receiver.waitFor(1, (one) => one.body.id === id)
  proxy.freeze('silent')
  const startedAt = performance.now()
  await workers.stop()
  await db.close()
  assert.ok(performance.now() - startedAt < 20_000, `${performance.now() - startedAt} ms`)
  proxy.thaw()
  db = openDb({ connection: { ...service.database.connection }, connections: 1 })
  workers = { stop: async () => undefined }
})
