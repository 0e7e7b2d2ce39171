import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { newMerchant, openShop, type Shop } from '../../testkit/shop.ts'
import { openTestDatabase } from '../support/database.ts'
import { cleanUp, newDataDir, type RunningService, startService } from '../support/service-process.ts'
import { callOverSocket } from '../support/socket-client.ts'

// Each call opens a new connection, and so may reach any process.
const anywhere = { connection: 'close' }

async function startOnTestDatabase(processes: number): Promise<RunningService> {
  const database = await openTestDatabase()
  cleanUp(() => database.close())
  return startService({ PROCESSES: String(processes), DATABASE_URL: database.url, DATA_DIR: newDataDir() })
}

async function openOwn(service: RunningService): Promise<Shop> {
  const { keys } = await newMerchant(service.uae)
  return openShop(service.uae.baseUrl, keys.test.secret, { merchantCode: 'main' })
}

const half = { per: 'call', skip: 1, times: 3, probability: 0.5 }

/** Plays the same calls for a new merchant, different payments in parallel or not. Returns the status of each call. */
async function play(service: RunningService, sideBySide: boolean): Promise<Record<string, number[]>> {
  const shop = await openOwn(service)
  const payments: string[] = []
  for (let count = 0; count < 4; count += 1) payments.push(await shop.authorizedPayment())
  const rules = [
    { on: { operation: 'capturePayment' }, when: { ...half, per: 'reference_id' } },
    { on: { operation: 'getPayment' }, when: { ...half, per: 'payment' } },
    { on: { operation: 'listPayments' }, when: { ...half, times: 8 } },
  ]
  for (const rule of rules) {
    const sent = { ...rule, do: { kind: 'rate_limit' }, seed: 7 }
    assert.equal((await shop.call('POST', '/sandbox/faults', sent, anywhere)).status, 200)
  }
  const statuses: Record<string, number[]> = {}
  const repeat = async (key: string, method: string, path: string, body?: unknown): Promise<void> => {
    const answers: number[] = []
    while (answers.length < 5) answers.push((await shop.call(method, path, body, anywhere)).status)
    statuses[key] = answers
  }
  const plays = payments.map((id, index) => async () => {
    await repeat(`read ${index}`, 'GET', `/api/v2/payments/${id}`)
    for (const letter of ['a', 'b']) {
      const reference_id = `${index}-${letter}`
      await repeat(reference_id, 'POST', `/api/v2/payments/${id}/captures`, { amount: '1.00', reference_id })
    }
  })
  plays.push(() => repeat('list', 'GET', '/api/v2/payments'))
  if (sideBySide) await Promise.all(plays.map((each) => each()))
  else for (const each of plays) await each()
  return statuses
}

test('the same seed injects into the same calls with one process and with four, at any timing, and for a new merchant', async () => {
  const one = await startOnTestDatabase(1)
  const expected = await play(one, false)
  const counted = Object.values(expected).flat()
  const injected = counted.filter((status) => status === 429).length
  assert.ok(injected > 8 && injected < 35, JSON.stringify(expected))
  assert.deepEqual(new Set(counted), new Set([200, 429]))
  assert.deepEqual(await play(one, true), expected)
  const four = await startOnTestDatabase(4)
  assert.deepEqual(await play(four, true), expected)
})

test('a rule is active in every process when it is answered, and the processes share its count', async () => {
  const service = await startOnTestDatabase(4)
  const shop = await openOwn(service)
  const id = await shop.createdPayment()
  const read = () => shop.call('GET', `/api/v2/payments/${id}`, undefined, anywhere)
  const rule = { on: { operation: 'getPayment' }, when: { times: 15 }, do: { kind: 'conflict' } }
  const { fault } = (await shop.call('POST', '/sandbox/faults', rule, anywhere)).body
  const statuses = (await Promise.all(Array.from({ length: 40 }, read))).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 409).length, 15)
  assert.equal((await shop.call('GET', '/sandbox/faults', undefined, anywhere)).body.faults[0].hits, 15)
  await shop.call('PUT', `/sandbox/faults/${fault.id}`, rule, anywhere)
  assert.ok((await Promise.all(Array.from({ length: 15 }, read))).every(({ status }) => status === 409))
  await shop.call('PUT', `/sandbox/faults/${fault.id}`, rule, anywhere)
  await shop.call('DELETE', '/sandbox/faults', undefined, anywhere)
  assert.ok((await Promise.all(Array.from({ length: 15 }, read))).every(({ status }) => status === 200))
})

test('a stopping service drops hanging calls and answers slow ones at once', async () => {
  const service = await startOnTestDatabase(1)
  const shop = await openOwn(service)
  const id = await shop.createdPayment()
  const add = (operation: string, action: object) =>
    shop.call('POST', '/sandbox/faults', { on: { operation }, do: action, when: { times: 2 } })
  await add('getPayment', { kind: 'lost_request', how: 'hang' })
  await add('listPayments', { kind: 'slow', ms: 120_000 })
  const hanging = callOverSocket(shop.baseUrl, shop.key, 'GET', `/api/v2/payments/${id}`)
  const slow = shop.call('GET', '/api/v2/payments')
  const countInjected = async (): Promise<number> => {
    const { faults } = (await shop.call('GET', '/sandbox/faults')).body
    return faults.reduce((sum: number, { hits }: { hits: number }) => sum + hits, 0)
  }
  while ((await countInjected()) < 2);
  const beganAt = performance.now()
  service.process.kill('SIGTERM')
  assert.equal((await slow).status, 200)
  assert.equal((await hanging).ended, 'ECONNRESET')
  assert.equal(await service.process.waitForEnd(), 0)
  assert.ok(performance.now() - beganAt < 10_000)
})

test('a client that leaves a hanging call leaves nothing behind', async () => {
  const service = await startOnTestDatabase(1)
  const shop = await openOwn(service)
  const id = await shop.createdPayment()
  await shop.call('POST', '/sandbox/faults', {
    on: { operation: 'getPayment' },
    when: { times: 150 },
    do: { kind: 'lost_answer', how: 'hang' },
  })
  const { hostname, port } = new URL(shop.baseUrl)
  const request = `GET /api/v2/payments/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.key}\r\n\r\n`
  // The service allows a hundred hanging calls; beyond that it drops the oldest.
  const sockets = Array.from({ length: 101 }, () => {
    const socket = connect(Number(port), hostname)
    return socket.on('connect', () => socket.write(request))
  })
  const [error] = await Promise.any(sockets.map((socket) => once(socket, 'error')))
  assert.equal(error.code, 'ECONNRESET')
  for (const socket of sockets) socket.destroy()
  await shop.call('DELETE', '/sandbox/faults')
  assert.equal((await shop.call('GET', `/api/v2/payments/${id}`)).status, 200)
})
