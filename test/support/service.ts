import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../src/entries/server.ts'
import { startWorkers } from '../../src/entries/workers.ts'
import { openLog } from '../../src/platform/adapters/log.ts'
import { openMetrics } from '../../src/platform/adapters/metrics.ts'
import { type App, noPeers } from '../../src/platform/app/app.ts'
import { readConfig } from '../../src/platform/app/config.ts'
import { openApp } from '../../src/platform/app/open-app.ts'
import type { Instant } from '../../src/platform/base/times.ts'
import { openServiceDb } from '../../src/platform/db/sharding/service-db.ts'
import { openDemo } from '../../src/rehearsal/sandbox/open-demo.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

/** A clock that stands still until it is advanced. */
export interface StandingClock {
  now(): Instant
  elapsedMs(): number
  /** Sets the machine's clock; no time passes. */
  set(at: Instant): void
  advance(ms: number): void
}

export interface TestService {
  readonly app: App
  readonly database: TestDatabase
  readonly clock: StandingClock
  /** Base addresses by region. */
  readonly urls: { readonly uae: string; readonly ksa: string }
  /** The log, one parsed line each. */
  readonly logged: Record<string, unknown>[]
  close(): Promise<void>
}

export interface TestServiceOptions {
  /** Runs background work; off by default. */
  readonly workers?: boolean
  readonly env?: NodeJS.ProcessEnv
  readonly startAt?: Instant
  /** Uses the machine's clock. */
  readonly runs?: boolean
  /** The database to use, closed with the service; by default a new one. */
  readonly database?: TestDatabase
}

/**
 * Starts the whole service in this process: real sockets on free ports, its own database, demo merchants, a clock that
 * stands still.
 */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'qist-data-'))
  const database = options.database ?? (await openTestDatabase())
  const config = readConfig(
    { PORT: '0', KSA_PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'debug', ...options.env },
    dataDir,
  )
  const clock = options.runs ? runningClock() : standingClock(options.startAt ?? Date.parse('2026-03-01T10:00:00Z'))
  const logged: Record<string, unknown>[] = []
  const log = openLog(config.logLevel, {
    write: (line) => {
      const entry = JSON.parse(line)
      logged.push(entry)
      if (entry.err !== undefined) newestError = entry.err
    },
  })
  const metrics = openMetrics()
  const app = openApp(config, database.db, log, clock, noPeers, metrics)
  await openDemo(app)
  const uae = await startServer(app, metrics, 'uae')
  const ksa = await startServer(app, metrics, 'ksa')
  const workers = options.workers ? await startWorkers(app) : undefined
  return {
    app,
    database,
    clock,
    urls: { uae: uae.baseUrl, ksa: ksa.baseUrl },
    logged,
    async close() {
      await Promise.all([uae.close(), ksa.close()])
      await workers?.stop()
      await app.outbound.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The newest error in the log of a service of this process, for a failed assertion. */
export let newestError: unknown

/** A second app on the same database, with nothing shared in memory. */
export async function openOtherProcess({ app, database, clock }: TestService) {
  const db = await openServiceDb({ connection: database.connection, connections: 8 })
  const other = openApp(app.config, db, app.log, clock)
  const close = async (): Promise<void> => {
    await other.outbound.close()
    await db.close()
  }
  return { app: other, close }
}

function standingClock(startAt: Instant): StandingClock {
  let at = startAt
  let elapsed = 0
  return {
    now: () => at,
    elapsedMs: () => elapsed,
    set: (to) => {
      at = to
    },
    advance: (ms) => {
      at += ms
      elapsed += ms
    },
  }
}

function runningClock(): StandingClock {
  let aheadMs = 0
  return {
    now: () => Date.now() + aheadMs,
    elapsedMs: () => performance.now() + aheadMs,
    set: (to) => {
      aheadMs = to - Date.now()
    },
    advance: (ms) => {
      aheadMs += ms
    },
  }
}
