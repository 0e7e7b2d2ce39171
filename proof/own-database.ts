import { join } from 'node:path'
import { findEmbedded } from '../src/platform/db/embedded/embedded.ts'
import { openClient } from '../testkit/client.ts'
import { findPostmaster, withChildren } from '../testkit/process-table.ts'
import { queryOnce } from '../testkit/query.ts'
import { demoKey } from '../testkit/shop.ts'
import { cutAll } from './citus-server.ts'
import type { Context } from './context.ts'
import { openRecords } from './records.ts'
import { startService } from './service.ts'
import type { ServedEnvironment } from './test-environment.ts'

/** Database servers whose processes a proof may end. */
export interface OwnDatabase {
  /** Returns the first process of each running server. */
  servers(): number[]
  /** Returns the current processes of all servers. */
  pids(): number[]
  /** Ends all connections to the servers. Returns when they have ended. */
  cutConnections(): Promise<void>
  /** Starts the ended servers, unless the service does so itself. */
  start(): Promise<void>
}

/**
 * A service with the embedded database that it starts itself, as `npm start` does. If the proof has a cluster, the
 * service uses that.
 */
export interface OwnEnvironment extends ServedEnvironment {
  readonly database: OwnDatabase
}

export async function openOwnEnvironment(
  context: Context,
  name: string,
  env: NodeJS.ProcessEnv = {},
): Promise<OwnEnvironment> {
  const dataDir = join(context.folder, name)
  const url = context.citus && (await context.citus.createDatabase(`proof_${name}`))
  const service = await startService(context, { DATA_DIR: dataDir, DATABASE_URL: url ?? '', ...env })
  const client = openClient(service.urls.uae, demoKey(1), 32)
  return {
    service,
    client,
    database: context.citus ?? embeddedIn(dataDir),
    async withRecords(work) {
      const connection = url === undefined ? await findEmbedded(dataDir) : { connectionString: url }
      if (connection === undefined) throw new Error('the embedded database is not there')
      const records = await openRecords(connection, dataDir)
      return work(records).finally(() => records.close())
    },
    async close() {
      await client.close()
      await service.stop()
    },
  }
}

function embeddedIn(dataDir: string): OwnDatabase {
  const servers = (): number[] => {
    const postmaster = findPostmaster(dataDir)
    return postmaster === undefined ? [] : [postmaster]
  }
  return {
    servers,
    pids: () => withChildren(servers()),
    async cutConnections() {
      const connection = await findEmbedded(dataDir)
      if (connection === undefined) throw new Error('the embedded database is not there')
      await queryOnce(connection, cutAll)
    },
    start: async () => undefined,
  }
}
