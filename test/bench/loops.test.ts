import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { HttpClient } from '../../bench/http-client.ts'
import { startLoad } from '../../bench/load.ts'
import { closedLoop, openLoop } from '../../bench/loops.ts'
import { percentile } from '../../bench/measure.ts'

const clients = 4
const stallMs = 1_000

/** A server that answers at once, and not at all for a second from its hundredth request on. */
async function openStallingServer() {
  let requests = 0
  let held: ServerResponse[] | undefined
  const server = createServer((_request, response) => {
    requests += 1
    if (requests === 100) {
      held = []
      setTimeout(() => {
        for (const waiting of held ?? []) waiting.end('ok')
        held = undefined
      }, stallMs)
    }
    if (held === undefined) response.end('ok')
    else held.push(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const connections = Array.from({ length: clients }, () => new HttpClient(baseUrl, 'any'))
  return {
    call: async (_n: number, client: number) => void (await connections[client]?.call({ method: 'GET', path: '/' })),
    async close() {
      for (const connection of connections) connection.close()
      server.close()
      await once(server, 'close')
    },
  }
}

test('a stall of the service counts for every call that was due during it', async () => {
  const server = await openStallingServer()
  const { latencies } = await openLoop(400, 200, clients, server.call)
  await server.close()
  assert.equal(latencies.length, 400)
  // 200 were due in that second: the first a second before its end, the last at its end.
  const slow = latencies.filter((latency) => latency >= stallMs / 2)
  assert.ok(slow.length >= 95, `${slow.length} calls waited half a second or more`)
  assert.ok(percentile(latencies, 99) >= 0.95 * stallMs)
  assert.ok(percentile(latencies, 75) >= 0.4 * stallMs)
})

test('a closed loop shows the same stall only in the calls that were under way', async () => {
  const server = await openStallingServer()
  const { latencies } = await closedLoop(400, clients, server.call)
  await server.close()
  assert.equal(latencies.filter((latency) => latency >= stallMs / 2).length, clients)
})

test('an open loop keeps its rate while answers are slow, and its calls in order', async () => {
  const called: number[] = []
  const due: number[] = []
  const { perSecond, latencies } = await openLoop(100, 500, 100, async (n, _client, dueAt) => {
    called.push(n)
    due.push(dueAt)
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
  assert.deepEqual(
    called,
    Array.from({ length: 100 }, (_, n) => n),
  )
  // A call is reported under its due time, which a delay does not change.
  const [first = 0] = due
  for (const [n, dueAt] of due.entries()) assert.ok(Math.abs(dueAt - first - n * 2) < 0.001)
  assert.ok(Math.min(...latencies) >= 99)
  // The last call is due after 198 ms and answered 100 ms later; sequential calls would take 10 s.
  assert.ok(perSecond > 100, `${perSecond} calls a second`)
})

test('a failing call ends a loop', async () => {
  const fail = async (n: number): Promise<void> => {
    if (n === 7) throw new Error('no more')
  }
  await assert.rejects(openLoop(10, 1_000, 2, fail), /no more/)
  await assert.rejects(closedLoop(10, 2, fail), /no more/)
})

test('the load generator refuses an answer of another status than the expected one', async () => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/there' ? 200 : 404
    response.end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const load = startLoad()
  const there = { baseUrl, key: 'any', requests: [{ method: 'GET', path: '/there' }], calls: 50, clients: 2 }
  assert.equal((await load.run(there)).latencies.length, 50)
  const notThere = { ...there, requests: [...there.requests, { method: 'GET', path: '/not-there' }] }
  await assert.rejects(load.run(notThere), /GET \/not-there: 404 ok/)
  assert.equal((await load.run({ ...there, perSecond: 1_000 })).latencies.length, 50)
  load.stop()
  server.close()
})

test('a load generator reports its error, and can be stopped after its end', async () => {
  const load = startLoad()
  const phase = { baseUrl: 'http://127.0.0.1:1', key: 'any', requests: [], calls: 1, clients: 1 }
  await assert.rejects(load.run(phase), /ECONNREFUSED/)
  load.stop()
  load.stop()
})
