import { join } from 'node:path'
import { findEmbedded } from '../src/db/embedded/open-embedded.ts'
import { type Client, openClient } from '../testkit/client.ts'
import type { Context } from './context.ts'
import { findPostmaster, killAll, parentPids } from './processes.ts'
import { openRecords, type Records } from './records.ts'
import { type Service, startService } from './service.ts'
import { demoTestKey } from './shop.ts'

/** A service with the embedded database that it starts itself, as `npm start` does. */
export interface OwnStand {
  readonly service: Service
  readonly client: Client
  /** The database server and all of its processes, as they are now. */
  databasePids(): number[]
  /** Lends what is really written. */
  withRecords<T>(work: (records: Records) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function openOwnStand(context: Context, name: string): Promise<OwnStand> {
  const dataDir = join(context.folder, name)
  // A database that a killed service has left running is nobody's but ours to stop.
  context.onEnd(() => killAll(databasePids(dataDir), 'SIGQUIT'))
  const service = await startService(context, { DATA_DIR: dataDir, DATABASE_URL: '' })
  const client = openClient(service.urls.uae, demoTestKey, 32)
  return {
    service,
    client,
    databasePids: () => databasePids(dataDir),
    async withRecords(work) {
      const connection = await findEmbedded(dataDir)
      if (connection === undefined) throw new Error('the embedded database is not there')
      const records = openRecords(connection, dataDir)
      try {
        return await work(records)
      } finally {
        await records.close()
      }
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
