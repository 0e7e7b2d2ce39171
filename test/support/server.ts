import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { type Db, openDb } from '../../src/platform/db/db.ts'
import { openCluster } from '../../src/platform/db/embedded/cluster.ts'
import { type EmbeddedLog, openEmbedded } from '../../src/platform/db/embedded/open-embedded.ts'
import { migrateDb } from '../../src/platform/db/migrate.ts'
import { prepareDatabase } from '../../src/rehearsal/sandbox/production/sandbox-database.ts'
import { queryOnce } from '../../testkit/query.ts'

/** By this variable `scripts/test.ts` tells the tests where their server is, as JSON. */
export const serverVariable = 'QIST_TEST_SERVER'

/** By this one `scripts/test-citus.ts` tells them that it is the coordinator of a cluster, and where the workers are. */
export const workersVariable = 'QIST_TEST_WORKERS'

/** The migrated database that test databases are cloned from. Nobody connects to it, or cloning fails. */
export const template = 'qist_template'

export interface TestServer {
  readonly connection: pg.PoolConfig
  close(): Promise<void>
}

const silent: EmbeddedLog = { info: () => undefined, warn: () => undefined }

/**
 * Starts a PostgreSQL in a temporary folder, with a migrated template. Closing it removes everything, so that nothing of it is flushed to
 * disk: what a killed database keeps is tried with databases of their own. `aroundIt`: a folder that is removed, too, when this process is killed.
 */
export async function openTestServer(aroundIt = ''): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'qist-test-'))
  const forget = removeWhenKilled(folder, aroundIt)
  await openCluster(folder, 'throw-away')
  const embedded = await openEmbedded({ dataDir: folder, log: silent })
  const close = async (): Promise<void> => {
    forget()
    await embedded.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await queryOnce(embedded.connection, `create database ${template}`)
    await migrateTemplate(embedded.connection)
  } catch (error) {
    await close()
    throw error
  }
  return { connection: embedded.connection, close }
}

/** Brings the template's schema up to date, and does what else the owner's rights take. */
export async function migrateTemplate(server: pg.PoolConfig, more?: (owner: Db) => Promise<unknown>): Promise<void> {
  const db = openDb({ connection: { ...server, database: template }, connections: 2, rights: 'owner' })
  const prepare = async (): Promise<void> => {
    await migrateDb(db)
    await prepareDatabase(db, 'sandbox')
    await more?.(db)
  }
  await prepare().finally(() => db.close())
}

// The embedded server outlives whoever started it. Tests that are killed must leave neither it nor its folder behind, so a
// shell waits at a pipe that closes with this process. Answers how to send it away.
function removeWhenKilled(folder: string, aroundIt: string): () => void {
  if (process.platform === 'win32') return () => undefined
  const watcher = spawn('sh', ['-c', removal, folder, aroundIt], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.unref()
  if (watcher.stdin instanceof Socket) watcher.stdin.unref()
  return () => watcher.kill('SIGKILL')
}

const removal = `
  read -r nothing
  pid=$(sed -n 1p "$0/postgres/data/postmaster.pid")
  sockets=$(sed -n 5p "$0/postgres/data/postmaster.pid")
  kill -INT "$pid" && while kill -0 "$pid"; do sleep 0.1; done
  while [ -e "$0" ]; do rm -rf "$0" "$sockets"; sleep 0.1; done
  while [ -e "$1" ]; do rm -rf "$1"; sleep 0.1; done`
