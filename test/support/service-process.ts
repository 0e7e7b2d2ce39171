import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'node:test'
import type pg from 'pg'
import { findEmbedded } from '../../src/platform/db/embedded/embedded.ts'
import { holdRows } from '../../testkit/held-rows.ts'
import { findPostmaster, findPostmasters, isAlive, killAll } from '../../testkit/process-table.ts'
import { type RunningProcess, startProcess } from '../../testkit/processes.ts'
import { addressOf, stopService } from '../../testkit/service.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { retry } from '../../testkit/timeouts.ts'
import { addCleanUp, runCleanUps } from './clean-ups.ts'

const root = join(import.meta.dirname, '..', '..')

/** `npm start` as a process, and the shop of Demo UAE. */
export interface RunningService {
  readonly process: RunningProcess
  readonly uae: Shop
}

// For a file that runs alone; `run-files.ts` registers the hook for each of many files.
afterEach(runCleanUps)

/** Registers a clean-up for the end of the test; the newest runs first. */
export const cleanUp = addCleanUp

/** Makes a data folder. After the test it is removed and its processes are stopped. */
export function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'qist-service-'))
  cleanUp(() => {
    // A killed service leaves its database running if a test fails halfway.
    killAll(findPostmasters(dataDir), 'SIGQUIT')
    rmSync(dataDir, { recursive: true, force: true })
  })
  return dataDir
}

/** Starts the service on free ports without waiting for it. It is stopped after the test. */
export function spawnService(env: NodeJS.ProcessEnv): RunningProcess {
  const process_ = startProcess('bin/serve.js', [], {
    cwd: root,
    env: { ...process.env, PORT: '0', KSA_PORT: '0', LOG_LEVEL: 'warn', ...env },
  })
  cleanUp(async () => void (await stopService(process_)))
  return process_
}

/** Starts the service and waits until it serves. */
export async function startService(env: NodeJS.ProcessEnv): Promise<RunningService> {
  const process_ = spawnService(env)
  return { process: process_, uae: openShop(await addressOf(process_), demoKey(1)) }
}

/** Returns the process of the folder's embedded database. */
export function postmasterOf(dataDir: string): number {
  return findPostmaster(dataDir) ?? assert.fail('no database runs there')
}

/** Returns the address of the embedded database of a running service. */
export async function connectionOf(dataDir: string): Promise<pg.PoolConfig> {
  const connection = await findEmbedded(dataDir)
  assert.ok(connection !== undefined, 'the database runs')
  return connection
}

/** Changes of payments that wait inside their requests. */
export interface HeldChanges {
  /** Waits until a request waits for the lock. */
  untilAwaited(): Promise<void>
  release(): Promise<void>
}

/**
 * Blocks every change of a payment by a lock on a table that each change writes to. A lock on the payment's row would
 * be refused with 409 instead of waited for. The lock is released after the test at the latest.
 */
export async function holdChanges(connection: pg.PoolConfig): Promise<HeldChanges> {
  const { waiting, release } = await holdRows(connection, 'lock table payment_timeline in share mode')
  cleanUp(release)
  return {
    release,
    async untilAwaited() {
      await retry('a change waits', async () => (await waiting()).length > 0)
    },
  }
}

/** Waits until the condition is true. The time limit is only for a failure. */
export async function until(condition: () => boolean, timeoutMs = 20_000): Promise<void> {
  await retry(String(condition), condition, { timeoutMs })
}

/** Waits until no such process exists. An ended process still exists until its parent has read its exit code. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  await until(() => !pids.some(isAlive))
}
