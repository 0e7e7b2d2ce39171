import { join } from 'node:path'
import { type Client, openClient } from './client.ts'
import type { Context } from './context.ts'
import { openRecords, type Records } from './records.ts'
import { type Service, startService } from './service.ts'
import { demoTestKey } from './shop.ts'

/** A service on an empty database of the proof's server, a client of it, and what is really written. */
export interface Stand {
  readonly service: Service
  readonly client: Client
  readonly records: Records
  readonly databaseUrl: string
  close(): Promise<void>
}

export interface StandOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly connections?: number
}

export async function openStand(context: Context, name: string, options: StandOptions = {}): Promise<Stand> {
  const databaseUrl = await context.cluster.createDatabase(`proof_${name}`)
  const dataDir = join(context.folder, name)
  const service = await startService(context, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...options.env })
  const client = openClient(service.urls.uae, demoTestKey, options.connections ?? 32)
  const records = openRecords({ connectionString: databaseUrl }, dataDir)
  const { breakage } = context
  if (breakage?.sql !== undefined) await records.query(breakage.sql)
  return {
    service,
    client,
    records,
    databaseUrl,
    async close() {
      await client.close()
      await service.stop()
      await records.close()
    },
  }
}
