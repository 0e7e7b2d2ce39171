import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Lets it listen on 127.0.0.1, on a free port unless told; answers the port. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A port that nobody has, for a service that is told of a shop's before the shop is there: the shop listens on it next, or nobody. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}
