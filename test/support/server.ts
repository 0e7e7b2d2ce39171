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

/** The variable in which `scripts/test.ts` passes the server to the tests, as JSON. */
export const serverVariable = 'QIST_TEST_SERVER'

/** The variable in which `scripts/test-citus.ts` marks the server as coordinator of a cluster, with its workers. */
export const workersVariable = 'QIST_TEST_WORKERS'

/** The migrated template of test databases. No connection to it may be open, or cloning fails. */
export const template = 'qist_template'

export interface TestServer {
  readonly connection: pg.PoolConfig
  close(): Promise<void>
}

const silent: EmbeddedLog = { info: () => undefined, warn: () => undefined }

/**
 * Starts a PostgreSQL in a temporary folder, with a migrated template. Closing it removes the folder.
 * Nothing is flushed to disk:
 * tests of crash safety use their own servers. `aroundIt`: a folder that is also removed when this process is killed.
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

/** Migrates the template and makes the objects that need the owner's rights. */
export async function migrateTemplate(server: pg.PoolConfig, more?: (owner: Db) => Promise<unknown>): Promise<void> {
  const db = openDb({ connection: { ...server, database: template }, connections: 2, rights: 'owner' })
  const prepare = async (): Promise<void> => {
    await migrateDb(db)
    await prepareDatabase(db, 'sandbox')
    await more?.(db)
  }
  await prepare().finally(() => db.close())
}

// The embedded server survives its parent process. If the tests are killed, a shell that waits for the end of a pipe
// stops the server and removes its folder. Returns a function that ends the shell.
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
