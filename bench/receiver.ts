import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'

// A merchants' server in its own process, and one that accepts connections and never answers. GET returns the arrivals
// and deletes them: lines of notification id, first id in the body and milliseconds.
let deliveries: string[] = []
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(deliveries.join('\n'))
    deliveries = []
    return
  }
  const at = performance.timeOrigin + performance.now()
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    deliveries.push(`${request.headers['webhook-id']} ${body.slice(7, 43)} ${at}`)
    response.end('ok')
  })
})
server.keepAliveTimeout = 60_000
const held = new Set<Socket>()
const silent = createTcpServer((socket) => {
  held.add(socket)
  socket.on('error', () => {}).on('close', () => held.delete(socket))
  socket.resume()
})
for (const listener of [server, silent]) {
  listener.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 })
  await once(listener, 'listening')
}
const portOf = (listener: typeof server | typeof silent): number => (listener.address() as AddressInfo).port
process.stdout.write(`${JSON.stringify({ port: portOf(server), silentPort: portOf(silent) })}\n`)
process.on('disconnect', () => process.exit())
