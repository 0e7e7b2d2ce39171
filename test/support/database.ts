import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import { formatUrl } from '../../src/platform/db/connection.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { openServiceDb } from '../../src/platform/db/sharding/service-db.ts'
import { runEverywhere } from '../../testkit/citus/every-place.ts'
import { type Query, queryOnce } from '../../testkit/query.ts'
import { openTestServer, serverVariable, type TestServer, template, workersVariable } from './server.ts'

export interface TestDatabase {
  /** A connection with the rights of the service's role. */
  readonly db: Db
  readonly connection: pg.PoolConfig
  /** The same connection as an address, for a service that is started with DATABASE_URL. */
  readonly url: string
  /** Runs one SQL text that is not a declared statement, with the owner's rights. Returns its rows. */
  readonly query: Query
  /** The same on each server that stores the rows, in each shard. A trigger, for example, must exist in all of them. */
  readonly queryEverywhere: Query
  close(): Promise<void>
}

/** Makes a migrated database for one test or one test file. Close it afterwards. */
export async function openTestDatabase(options: { readonly connections?: number } = {}): Promise<TestDatabase> {
  const server = await useServer()
  const database = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  // On a cluster each node needs a copy of the template.
  const nodes: pg.PoolConfig[] = [server, ...JSON.parse(process.env[workersVariable] ?? '[]')]
  for (const node of nodes) {
    await queryOnce(node, `create database ${database} template ${template} strategy wal_log`)
  }
  const connection = { ...server, database }
  const db = await openServiceDb({ connection, connections: options.connections ?? 16 })
  const pool = new pg.Pool({ ...connection, max: 2 })
  pool.on('error', () => undefined)
  const query: Query = async (sql) => (await pool.query(sql)).rows
  const close = async (): Promise<void> => {
    await pool.end()
    await db.close()
    for (const node of nodes) await queryOnce(node, `drop database ${database} with (force)`)
    await leaveServer()
  }
  const queryEverywhere: Query = (sql) => runEverywhere(connection, sql)
  return { db, connection, url: formatUrl(connection), query, queryEverywhere, close }
}

// A test file that runs alone starts its own server with its first database. The server ends after the file's last
// database is closed: this hook was registered first, and so it runs before the hooks of the file.
let ownServer: Promise<TestServer> | undefined
let openDatabases = 0
let isEnding = false

async function useServer(): Promise<pg.PoolConfig> {
  openDatabases += 1
  const shared = process.env[serverVariable]
  if (shared !== undefined) return JSON.parse(shared)
  ownServer ??= openTestServer()
  return (await ownServer).connection
}

async function leaveServer(): Promise<void> {
  openDatabases -= 1
  if (isEnding && openDatabases === 0) await closeOwnServer()
}

async function closeOwnServer(): Promise<void> {
  const server = await ownServer
  ownServer = undefined
  await server?.close()
}

after(async () => {
  isEnding = true
  if (openDatabases === 0) await closeOwnServer()
  else setTimeout(closeOwnServer, 5_000).unref()
})
