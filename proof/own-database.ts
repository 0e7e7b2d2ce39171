import { join } from 'node:path'
import { findEmbedded } from '../src/db/embedded/find-embedded.ts'
import { openClient } from '../testkit/client.ts'
import { findPostmaster, parentPids } from '../testkit/process-table.ts'
import { demoKey } from '../testkit/shop.ts'
import type { Context } from './context.ts'
import { openRecords } from './records.ts'
import { startService } from './service.ts'
import type { ServedEnvironment } from './test-environment.ts'

/** A service with the embedded database that it starts itself, as `npm start` does. */
export interface OwnEnvironment extends ServedEnvironment {
  /** The database server and all of its processes, as they are now. */
  databasePids(): number[]
}

export async function openOwnEnvironment(
  context: Context,
  name: string,
  env: NodeJS.ProcessEnv = {},
): Promise<OwnEnvironment> {
  const dataDir = join(context.folder, name)
  const service = await startService(context, { DATA_DIR: dataDir, DATABASE_URL: '', ...env })
  const client = openClient(service.urls.uae, demoKey(1), 32)
  return {
    service,
    client,
    databasePids: () => databasePids(dataDir),
    async withRecords(work) {
      const connection = await findEmbedded(dataDir)
      if (connection === undefined) throw new Error('the embedded database is not there')
      const records = openRecords(connection, dataDir)
      return work(records).finally(() => records.close())
    },
    async close() {
      await client.close()
      await service.stop()
    },
  }
}

function databasePids(dataDir: string): number[] {
  const postmaster = findPostmaster(dataDir)
  if (postmaster === undefined) return []
  return [postmaster, ...[...parentPids()].filter(([, parent]) => parent === postmaster).map(([pid]) => pid)]
}
