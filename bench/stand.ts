import { join } from 'node:path'
import type pg from 'pg'
import type { App } from '../src/app/app.ts'
import { readConfig } from '../src/app/config.ts'
import { openApp } from '../src/app/open-app.ts'
import { text } from '../src/db/columns.ts'
import { formatUrl } from '../src/db/connection-url.ts'
import { openEmbedded } from '../src/db/embedded/open-embedded.ts'
import { openDatabase } from '../src/db/open.ts'
import { defineStatement } from '../src/db/statement.ts'
import { openLog } from '../src/effects/log.ts'
import type { Caller } from '../src/merchants/caller.ts'
import { findKeyHolder } from '../src/merchants/find-key-holder.ts'
import { openDemoMerchants } from '../src/merchants/open-demo-merchants.ts'
import { type BenchService, startService } from './service.ts'

/** A database of its own with the demo merchants, and the service's code on it in this process. */
export interface Stand {
  readonly app: App
  readonly connection: pg.PoolConfig
  /** PostgreSQL's version. */
  readonly postgres: string
  /** The holder of a demo merchant's key. */
  actorOf(key: string): Promise<Caller>
  /** Starts the service beside, as a process of its own; it ends with the stand. */
  serve(env?: NodeJS.ProcessEnv): Promise<BenchService>
  close(): Promise<void>
}

const getVersion = defineStatement(
  'bench_get_version',
  [],
  { version: text },
  `select current_setting('server_version') as version`,
)

/** Opens a stand below this folder. */
export async function openStand(folder: string, name: string): Promise<Stand> {
  const log = openLog('warn')
  const dataDir = join(folder, name)
  const embedded = await openEmbedded({ dataDir, log })
  const environment = { DATABASE_URL: formatUrl(embedded.connection), DATA_DIR: dataDir }
  const config = readConfig(environment, folder)
  const database = await openDatabase(config, log)
  const app = openApp(config, database.db, log)
  await openDemoMerchants(app)
  const [server] = await app.db.run(getVersion, [])
  const services: BenchService[] = []
  return {
    app,
    connection: embedded.connection,
    postgres: server?.version ?? '',
    async actorOf(key) {
      const holder = await findKeyHolder(app, key)
      if (typeof holder === 'string') throw new Error('the demo merchant is not there')
      return { ...holder, name: 'bench', requestId: 'bench' }
    },
    async serve(env = {}) {
      const service = await startService({ ...environment, ...env })
      services.push(service)
      return service
    },
    async close() {
      for (const service of services) await service.stop()
      await app.outbound.close()
      await database.close()
      await embedded.close()
    },
  }
}
