import { setTimeout as pause } from 'node:timers/promises'
import type { Metrics } from '../adapters/metrics.ts'
import type { App } from '../app/app.ts'
import { type RunningServer, startServer } from '../server.ts'
import { startWorkers } from '../workers.ts'
import type { RegionAddress } from './banner.ts'
import { drainMs } from './limits.ts'

/** What one process does: it serves its regions and does background work. */
export interface Service {
  readonly addresses: readonly RegionAddress[]
  /** Takes nothing new, and finishes what is under way for at most six seconds. */
  drain(): Promise<void>
}

export async function openService(app: App, metrics: Metrics): Promise<Service> {
  const servers: RunningServer[] = []
  const close = (): Promise<unknown> => Promise.all(servers.map((server) => server.close()))
  try {
    for (const region of app.config.regions) servers.push(await startServer(app, metrics, region))
  } catch (error) {
    await close()
    throw error
  }
  const workers = startWorkers(app)
  return {
    addresses: servers.map(({ region, baseUrl }) => ({ region, baseUrl })),
    async drain() {
      await Promise.race([Promise.all([close(), workers.stop()]), pause(drainMs, undefined, { ref: false })])
      await app.outbound.close()
    },
  }
}
