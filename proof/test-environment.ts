import { join } from 'node:path'
import { type Client, openClient } from '../testkit/client.ts'
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
  /** The way that the service takes to its database instead of the straight one. */
  readonly route?: (databaseUrl: string) => Promise<string>
}

export async function openStand(context: Context, name: string, options: StandOptions = {}): Promise<Stand> {
  const databaseUrl = await context.cluster.createDatabase(`proof_${name}`)
  const dataDir = join(context.folder, name)
  const routed = (await options.route?.(databaseUrl)) ?? databaseUrl
  const service = await startService(context, { DATABASE_URL: routed, DATA_DIR: dataDir, ...options.env })
  const client = openClient(service.urls.uae, demoTestKey, options.connections ?? 32)
  const records = openRecords({ connectionString: databaseUrl, application_name: 'proof' }, dataDir)
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
