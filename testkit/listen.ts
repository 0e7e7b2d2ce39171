import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Listens on 127.0.0.1, by default on a free port. Returns the port. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Below the ports that a system assigns itself. */
const anyPort = (): number => randomInt(15_000, 32_000)

/**
 * Returns a free port for a shop that starts to listen later. It is outside the range that systems assign: otherwise a
 * connection could take the port before the shop does.
 */
export async function freePort(choose = anyPort): Promise<number> {
  for (;;) {
    const server = createServer()
    // Undefined if the port is taken.
    const port = await listen(server, choose()).catch(() => undefined)
    await new Promise((resolve) => server.close(resolve))
    if (port !== undefined) return port
  }
}
