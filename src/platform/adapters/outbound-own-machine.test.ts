import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { listen } from '../../../testkit/listen.ts'
import { openOutbound } from './outbound.ts'
import type { HostResolver } from './resolver.ts'

const resolver: HostResolver = { addressesOf: async () => [], works: async () => false, isSilent: async () => false }

test('a host of the own machine is reached at the port of the URL, over http only, and only if it is named', async (context) => {
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.end('ok')
  })
  const port = await listen(server)
  const namedHosts = new Map(['localhost', '127.0.0.1'].map((name) => [name, { address: name, port: undefined }]))
  const [named, nameless] = [openOutbound({ resolver, namedHosts }), openOutbound({ resolver, namedHosts: new Map() })]
  context.after(async () => {
    await Promise.all([named.close(), nameless.close()])
    server.closeAllConnections()
    server.close()
  })
  const outcome = async (sent: ReturnType<typeof named.visit>): Promise<string> => {
    const result = await sent
    return result.kind === 'answered' ? `answered ${result.status}` : result.failure
  }
  for (const host of namedHosts.keys()) {
    const url = `http://${host}:${port}/hook`
    assert.equal(await outcome(named.post({ url, headers: {}, body: '{}' })), 'answered 200')
    assert.equal(await outcome(named.visit(url)), 'answered 200')
    requests = 0
    assert.match(await outcome(nameless.visit(url)), /^address refused|name not resolved$/)
    for (const other of [`https://${host}:${port}/`, `http://${host}:22/`])
      assert.match(await outcome(named.visit(other)), /^address refused|name not resolved$/)
    for (const other of ['[::1]', '[::ffff:127.0.0.1]', '127.0.0.2', '10.0.0.1', '0.0.0.0'])
      assert.equal(await outcome(named.visit(`http://${other}:${port}/`)), 'address refused', other)
    assert.equal(requests, 0)
  }
})
