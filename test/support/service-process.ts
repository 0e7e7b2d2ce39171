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

/** `npm start` as a process of its own, and Demo UAE's integration with it. */
export interface RunningService {
  readonly process: RunningProcess
  readonly uae: Shop
}

// For a file that runs by itself; `run-files.ts` has it for each of many.
afterEach(runCleanUps)

/** Does so at the end of the test, before what was asked for earlier. */
export const cleanUp = addCleanUp

/** A data folder that is gone after the test, with whatever runs on it. */
export function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'qist-service-'))
  cleanUp(() => {
    // A database that its killed service has left behind, where a test failed halfway.
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

/** The process of the folder's embedded database. */
export function postmasterOf(dataDir: string): number {
  return findPostmaster(dataDir) ?? assert.fail('no database runs there')
}

/** How to reach the embedded database of a running service. */
export async function connectionOf(dataDir: string): Promise<pg.PoolConfig> {
  const connection = await findEmbedded(dataDir)
  assert.ok(connection !== undefined, 'the database runs')
  return connection
}

/** Changes of payments that wait in the middle of their requests. */
export interface HeldChanges {
  /** Waits until somebody waits for it. */
  untilAwaited(): Promise<void>
  release(): Promise<void>
}

/**
 * Holds every change of a payment in the database of a service, with a lock on a table that each writes to: for a payment's own row
 * nobody would wait. Let go after the test at the latest.
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

/** Waits for what comes about at any moment; the time limit is for what never does. */
export async function until(condition: () => boolean, timeoutMs = 20_000): Promise<void> {
  await retry(String(condition), condition, { timeoutMs })
}

/** Waits until none of them is there. One that has ended counts until whoever inherited it has taken note. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  await until(() => !pids.some(isAlive))
}
