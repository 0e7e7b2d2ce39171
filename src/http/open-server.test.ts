import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { openLog } from '../adapters/log.ts'
import { type ConnectionLimits, openServer } from './open-server.ts'

async function listening(limits: ConnectionLimits) {
  const server = openServer(openLog('silent'), [], limits)
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  return { server, port }
}

for (const [what, bytes, status] of [
  ['asks for a tunnel', 'CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n\r\n', 404],
  ['speaks no HTTP', 'hello there\r\n\r\n', 400],
] as const) {
  // What is still kept would keep the server from closing.
  test(`a client that ${what} and never hangs up is not kept`, { timeout: 20_000 }, async (t) => {
    const { server, port } = await listening({ lingerMs: 50 })
    const client = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    t.after(() => client.destroy())
    client.write(bytes)
    const [answer] = await once(client, 'data')
    assert.match(String(answer), new RegExp(`^HTTP/1.1 ${status} `))
    await server.close()
  })
}
