import { createServer, type Server } from 'node:net'
import type { Config } from '../../platform/app/config.ts'
import { explainHost } from '../../platform/app/serving-settings.ts'
import type { Region } from '../../platform/base/countries.ts'

/**
 * The ports that the configuration's regions are served at, real ones where it leaves the choice. Throws where one is taken, and an
 * UnusableHost where nothing can listen at HOST.
 * They are free again when this returns, for the serving processes to share.
 */
export async function findPorts({ host, ports, regions }: Config): Promise<Partial<Record<Region, number>>> {
  const found: Partial<Record<Region, number>> = {}
  const held: Server[] = []
  try {
    // All are held until the last is found: two regions never get the same.
    for (const region of regions) {
      const server = createServer()
      held.push(server)
      found[region] = await listen(server, host, ports[region])
    }
  } finally {
    await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))))
  }
  return found
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explainHost(error, host)))
    server.listen({ host, port }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
