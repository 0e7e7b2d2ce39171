import { join } from 'node:path'
import { type Client, openClient } from '../testkit/client.ts'
import { type FreezingProxy, openFreezingProxy } from '../testkit/freezing-proxy.ts'
import { demoKey } from '../testkit/shop.ts'
import type { Context } from './context.ts'
import { openRecords, type Records } from './records.ts'
import { type Service, startService } from './service.ts'

/** A service and its client. */
export interface ServedEnvironment {
  readonly service: Service
  readonly client: Client
  /** Runs work with direct access to the stored data. */
  withRecords<T>(work: (records: Records) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A service on an empty database of the proof's server. */
export interface TestEnvironment extends ServedEnvironment {
  /** Direct access to the stored data. */
  readonly records: Records
  readonly databaseUrl: string
}

/** A service that reaches its database through a proxy. */
export interface ProxiedEnvironment extends TestEnvironment {
  readonly proxy: FreezingProxy
}

interface TestEnvironmentOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly connections?: number
}

export async function openTestEnvironment(
  context: Context,
  name: string,
  options: TestEnvironmentOptions = {},
): Promise<TestEnvironment> {
  const databaseUrl = await context.createDatabase(`proof_${name}`)
  return openOn(context, name, databaseUrl, databaseUrl, options)
}

export async function openProxiedEnvironment(
  context: Context,
  name: string,
  options: TestEnvironmentOptions,
): Promise<ProxiedEnvironment> {
  const databaseUrl = await context.createDatabase(`proof_${name}`)
  const url = new URL(databaseUrl)
  const target = { host: decodeURIComponent(url.hostname), port: Number(url.port) }
  const proxy = await openFreezingProxy(target, { answersEnds: true })
  url.host = `127.0.0.1:${proxy.port}`
  const environment = await openOn(context, name, databaseUrl, url.href, options)
  const close = async (): Promise<void> => {
    await proxy.close()
    await environment.close()
  }
  return { ...environment, proxy, close }
}

async function openOn(
  context: Context,
  name: string,
  databaseUrl: string,
  routedUrl: string,
  { env, connections = 32 }: TestEnvironmentOptions,
): Promise<TestEnvironment> {
  const dataDir = join(context.folder, name)
  const service = await startService(context, { DATABASE_URL: routedUrl, DATA_DIR: dataDir, ...env })
  const client = openClient(service.urls.uae, demoKey(1), connections)
  const records = await openRecords({ connectionString: databaseUrl, application_name: 'proof' }, dataDir)
  const { breakage } = context
  if (breakage?.sql !== undefined) await records.query(breakage.sql)
  return {
    service,
    client,
    records,
    databaseUrl,
    withRecords: (work) => work(records),
    async close() {
      await client.close()
      await service.stop()
      await records.close()
    },
  }
}
