import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Measures HTTP itself on this machine: answers every request with the same bytes, which it receives once.
process.once('message', async (body: string) => {
  const bytes = Buffer.from(body)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length }
  const server = createServer((_request, response) => response.writeHead(200, headers).end(bytes))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.((server.address() as AddressInfo).port)
})
process.on('disconnect', () => process.exit())
