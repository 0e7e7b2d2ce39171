import { createServer, type Server } from 'node:net'
import { systemClock } from '../../platform/adapters/clock.ts'
import { openSharedLog } from '../../platform/adapters/log.ts'
import type { Config } from '../../platform/app/config.ts'
import { openAppSecrets } from '../../platform/app/data-folder.ts'
import { warnOfMissing } from '../../platform/app/missing.ts'
import { explainHost } from '../../platform/app/serving-settings.ts'
import type { Region } from '../../platform/base/market-entries.ts'
import { formatUrl } from '../../platform/db/connection.ts'
import type { Db } from '../../platform/db/db.ts'
import { findEmbedded } from '../../platform/db/embedded/embedded.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { requireSecondFactors } from '../../platform/people/second-factor/sealed-secrets.ts'
import { requireSecrets } from '../../platform/webhooks/secrets/require-secrets.ts'
import { requireProduction } from '../../rehearsal/sandbox/production/require-production.ts'
import { prepareDatabase } from '../../rehearsal/sandbox/production/sandbox-database.ts'
import { sandboxRemains } from '../sandbox-remains.ts'
import { bannerOf } from './banner.ts'
import { openFleet } from './fleet.ts'
import { serveUntilStopped } from './serve-until-stopped.ts'

/**
 * Opens and migrates the database, and runs the serving processes until the service is stopped. If this process is
 * killed, they end, because node ends a worker whose channel is closed.
 */
export async function leadProcesses(config: Config): Promise<void> {
  const log = openSharedLog(config.logLevel, 'first')
  const prepare = (owner: Db): Promise<void> => prepareDatabase(owner, config.mode)
  const database = await openDatabase({ ...config, connections: 2, prepare }, log)
  let close = database.close
  try {
    const { db } = database
    const secrets = openAppSecrets(config)
    await requireSecrets({ config, db, clock: systemClock, secrets })
    await requireSecondFactors({ db, secrets })
    // Production loads no sandbox code.
    if (config.mode === 'sandbox')
      await (await import('../../rehearsal/sandbox/open-demo.ts')).openDemo({ db, clock: systemClock, config })
    else await requireProduction({ db, clock: systemClock }, sandboxRemains)
    const env = await environmentOf(config)
    const fleet = openFleet({ processes: config.processes, env, log })
    let closing: Promise<void> | undefined
    close = () => {
      closing ??= fleet.stop().finally(database.close)
      return closing
    }
    serveUntilStopped({ config, db, log, close: () => close() })
    const addresses = await fleet.serving
    warnOfMissing(config, log)
    process.stdout.write(bannerOf(config, addresses))
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns environment variables for the serving processes: real ports, and the embedded database's address. */
async function environmentOf(config: Config): Promise<NodeJS.ProcessEnv> {
  const ports = await findPorts(config)
  const env: NodeJS.ProcessEnv = {}
  if (ports.uae !== undefined) env['PORT'] = String(ports.uae)
  if (ports.ksa !== undefined) env['KSA_PORT'] = String(ports.ksa)
  const embedded = config.databaseUrl === undefined ? await findEmbedded(config.dataDir) : undefined
  if (embedded !== undefined) env['DATABASE_URL'] = formatUrl(embedded)
  return env
}

/**
 * Returns the ports of the regions, with free ones where the configuration leaves the choice. Throws if a port is
 * taken, and an UnusableHost if HOST cannot be used. The ports are free again when this returns, for the serving
 * processes to share.
 */
export async function findPorts({ host, ports, regions }: Config): Promise<Partial<Record<Region, number>>> {
  const found: Partial<Record<Region, number>> = {}
  const held: Server[] = []
  try {
    // All ports stay open until the last one is found, so no two regions get the same.
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
