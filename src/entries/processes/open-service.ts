import { setTimeout as pause } from 'node:timers/promises'
import type { Metrics } from '../../platform/adapters/metrics.ts'
import type { App } from '../../platform/app/app.ts'
import { type RunningServer, startServer } from '../server.ts'
import { startWorkers, type Workers } from '../workers.ts'
import type { RegionAddress } from './banner.ts'
import { drainMs } from './limits.ts'

/** The work of one process: serving its regions, and background work. */
export interface Service {
  readonly addresses: readonly RegionAddress[]
  /** Takes no new work, and finishes work under way for at most six seconds. */
  drain(): Promise<void>
}

/** Longest wait for the trace collector at a stop. */
const flushMs = 500

export async function openService(app: App, metrics: Metrics): Promise<Service> {
  const servers: RunningServer[] = []
  const close = (): Promise<unknown> => Promise.all(servers.map((server) => server.close()))
  let workers: Workers
  try {
    for (const region of app.config.regions) servers.push(await startServer(app, metrics, region))
    workers = await startWorkers(app)
  } catch (error) {
    await close()
    throw error
  }
  return {
    addresses: servers.map(({ region, baseUrl }) => ({ region, baseUrl })),
    async drain() {
      try {
        await Promise.race([Promise.all([close(), workers.stop()]), pause(drainMs, undefined, { ref: false })])
      } finally {
        await Promise.all([app.outbound.close(), app.traces?.close(flushMs)])
      }
    },
  }
}
