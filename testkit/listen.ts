import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Lets it listen on 127.0.0.1, on a free port unless told; answers the port. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Below those that a system gives away by itself. */
const anyPort = (): number => randomInt(15_000, 32_000)

/**
 * A port that nobody has, for a service that is told of a shop's before the shop is there: the shop listens on it next, or nobody. It is none of
 * those that the system gives to whoever connects or does not care, or one of them might have it before the shop.
 */
export async function freePort(choose = anyPort): Promise<number> {
  for (;;) {
    const server = createServer()
    // Undefined where somebody has it.
    const port = await listen(server, choose()).catch(() => undefined)
    await new Promise((resolve) => server.close(resolve))
    if (port !== undefined) return port
  }
}
