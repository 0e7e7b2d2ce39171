import { join } from 'node:path'
import type pg from 'pg'
import { openLog } from '../src/platform/adapters/log.ts'
import type { App } from '../src/platform/app/app.ts'
import { readConfig } from '../src/platform/app/config.ts'
import { openApp } from '../src/platform/app/open-app.ts'
import { formatUrl } from '../src/platform/db/connection.ts'
import { openDatabase } from '../src/platform/db/open.ts'
import { type Caller, callerFrom } from '../src/platform/merchants/caller.ts'
import { findKeyHolder } from '../src/platform/merchants/keys/find-key-holder.ts'
import { openDemo } from '../src/rehearsal/sandbox/open-demo.ts'
import { type Query, queryOnce } from '../testkit/query.ts'
import type { Run } from '../testkit/run.ts'
import { type BenchService, startService } from './service.ts'

/** A database with the demo merchants, and the service's code on it in this process. */
export interface TestEnvironment {
  readonly app: App
  readonly connection: pg.PoolConfig
  readonly query: Query
  /** All files of the environment lie below it. */
  readonly folder: string
  /** Returns the actor of a demo merchant's key. */
  actorOf(key: string): Promise<Caller>
  /** Starts the service beside it, as its own process. It ends with the environment. */
  serve(env?: NodeJS.ProcessEnv): Promise<BenchService>
  close(): Promise<void>
}

/**
 * Opens an environment below the folder of the run. `buffersMb`: the size of the database server's cache, if not the
 * usual one.
 */
export async function openTestEnvironment(run: Run, name: string, buffersMb?: number): Promise<TestEnvironment> {
  const log = openLog('warn')
  const dataDir = join(run.folder, name)
  const embedded = await run.openDatabase(dataDir, buffersMb)
  // The code of rehearsals would otherwise be measured with every call.
  const environment = { DATABASE_URL: formatUrl(embedded.connection), DATA_DIR: dataDir, REHEARSAL: 'off' }
  const config = readConfig(environment, run.folder)
  const database = await openDatabase(config, log)
  const app = openApp(config, database.db, log)
  await openDemo(app)
  const services: BenchService[] = []
  return {
    app,
    connection: embedded.connection,
    query: (sql) => queryOnce(embedded.connection, sql),
    folder: dataDir,
    async actorOf(key) {
      const holder = await findKeyHolder(app, key)
      if (typeof holder === 'string') throw new Error('the demo merchant is not there')
      return callerFrom(holder, 'bench')
    },
    async serve(env = {}) {
      const service = await startService(run, { ...environment, ...env })
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
