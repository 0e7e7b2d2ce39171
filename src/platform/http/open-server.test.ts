import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { openLog } from '../adapters/log.ts'
import { sendPieces } from './answers.ts'
import { type ConnectionLimits, openServer, type Server } from './open-server.ts'

const limits: ConnectionLimits = { lingerMs: 60_000, stallMs: 60_000 }

async function listening(limits: ConnectionLimits, addRoutes?: (server: Server) => void) {
  const server = openServer(openLog('silent'), { limits })
  addRoutes?.(server)
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  return { server, port }
}

for (const [what, bytes, status] of [
  ['asks for a tunnel', 'CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n\r\n', 404],
  ['speaks no HTTP', 'hello there\r\n\r\n', 400],
] as const) {
  // An open connection would keep the server from closing.
  test(`a client that ${what} and never hangs up is disconnected`, { timeout: 20_000 }, async (t) => {
    const { server, port } = await listening({ ...limits, lingerMs: 50 })
    const client = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    t.after(() => client.destroy())
    client.write(bytes)
    const [answer] = await once(client, 'data')
    assert.match(String(answer), new RegExp(`^HTTP/1.1 ${status} `))
    await server.close()
  })
}

async function* endless(observer: { readonly end: () => void }): AsyncGenerator<string> {
  try {
    for (;;) yield 'x'.repeat(65_536)
  } finally {
    observer.end()
  }
}

test("a client that stops reading a long answer is disconnected, and the answer's memory is freed", {
  timeout: 20_000,
}, async (t) => {
  const ended = Promise.withResolvers<void>()
  const { server, port } = await listening({ ...limits, stallMs: 50 }, (to) => {
    to.get('/', async (_request, reply) => sendPieces(reply, 'text/csv', endless({ end: ended.resolve })))
  })
  const client = connect({ host: '127.0.0.1', port }).pause()
  t.after(() => client.destroy())
  client.on('error', () => undefined)
  client.write('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n')
  await ended.promise
  await server.close()
})

test('a slow answer is awaited, and so is the next one on its connection', {
  timeout: 20_000,
}, async (t) => {
  const { server, port } = await listening({ ...limits, stallMs: 50 }, (to) => {
    to.get('/', async (_request, reply) => {
      // Long enough that a client which reads nothing would be disconnected.
      await once(reply.raw, 'timeout')
      return sendPieces(reply, 'text/csv', slowly(reply.raw))
    })
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  for (let call = 0; call < 2; call += 1) {
    const request = get({ host: '127.0.0.1', port, agent })
    const [answer] = await once(request, 'response')
    assert.equal((await answer.toArray()).join(''), 'first, last')
    assert.equal(request.reusedSocket, call > 0)
  }
  agent.destroy()
  await server.close()
})

async function* slowly(response: ServerResponse): AsyncGenerator<string> {
  yield 'first, '
  await once(response, 'timeout')
  yield 'last'
}
