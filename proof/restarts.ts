import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { within } from '../testkit/timeouts.ts'
import type { Context } from './context.ts'
import { openOwnEnvironment } from './own-database.ts'
import type { Service } from './service.ts'

/** The limit, in milliseconds, for a service to answer again after a failure. */
const promisedMs = 5_000
/** On a slow machine the limit is this multiple of a plain restart at that time. */
const multiple = 6

/** The limit of a plain restart itself: this multiple of the start of a bare server. */
const multipleOfBare = 60

/** The start times on this machine, in milliseconds. */
export interface StartTimes {
  /** A bare server, which only answers. */
  readonly bareMs: number
  /** A service that was stopped in good order. */
  readonly plainMs: number
}

/** Returns the limit of a restart, in milliseconds, from the time of a plain one. */
export function allowedMs(plainMs: number): number {
  return Math.max(promisedMs, multiple * plainMs)
}

/** Checks how soon a service answers again. */
export interface Restarts {
  /** Starts the ended service, and checks the time. */
  restart(service: Service): Promise<void>
  /** Checks the time that the running service took to recover. */
  judge(service: Service, tookMs: number): Promise<void>
  /** Stops a running service, and checks how it ends. */
  stop(service: Service): Promise<void>
  readonly violations: readonly string[]
  /** Returns the measured times for the report. */
  counts(): Record<string, string>
}

/**
 * The service's own deadline for stopping, in milliseconds. After it the service aborts and reports that by its exit
 * code.
 */
const ownDeadlineMs = 10_000

export async function watchRestarts(context: Context): Promise<Restarts> {
  const { bareMs, plainMs } = await context.startTimes()
  let longestMs = 0
  let slowestPlainMs = plainMs
  const violations: string[] = []
  const tooSlow = (what: string, tookMs: number, comparedWith: string) =>
    void violations.push(`it took ${format(tookMs)} ms until ${what}, where ${comparedWith}`)
  if (plainMs > Math.max(promisedMs, multipleOfBare * bareMs)) {
    tooSlow('a plain restart answered', plainMs, `a bare server takes ${format(bareMs)} ms`)
  }
  const isAllowed = async (service: Service, tookMs: number): Promise<boolean> => {
    if (tookMs <= allowedMs(plainMs)) return true
    // The machine may be slower now than at the beginning of the run, so a plain restart is measured again.
    const nowMs = await measurePlainRestart(service, 3)
    slowestPlainMs = Math.max(slowestPlainMs, nowMs)
    return tookMs <= allowedMs(nowMs)
  }
  const restarts: Restarts = {
    violations,
    async restart(service) {
      await restarts.judge(service, await service.restart())
    },
    async judge(service, tookMs) {
      longestMs = Math.max(longestMs, tookMs)
      if (await isAllowed(service, tookMs)) return
      tooSlow('the service answered again', tookMs, `a plain restart takes ${format(slowestPlainMs)} ms`)
    },
    async stop(service) {
      const startedAt = performance.now()
      service.kill('SIGTERM')
      const end = await within('a service that was told to stop', service.waitForEnd())
      const tookMs = performance.now() - startedAt
      if (end === 0) return
      await service.restart()
      const isSlowMachine = tookMs >= ownDeadlineMs && (await isAllowed(service, tookMs))
      service.kill('SIGKILL')
      await service.waitForEnd()
      if (!isSlowMachine) violations.push(`a service that was told to stop ended with ${end}`)
    },
    counts: () => ({
      'longest until it answered again': `${format(longestMs)} ms`,
      'a plain restart': `${format(slowestPlainMs)} ms`,
      allowed: `${format(allowedMs(slowestPlainMs))} ms`,
    }),
  }
  return restarts
}

/** Measures starts of a bare server, and of a service on its own database: medians of five. */
export async function measureStarts(context: Context): Promise<StartTimes> {
  const bares: number[] = []
  for (let time = 0; time < 5; time += 1) bares.push(await startBare())
  const environment = await openOwnEnvironment(context, 'plain')
  try {
    return { bareMs: medianOf(bares), plainMs: await measurePlainRestart(environment.service, 5) }
  } finally {
    await environment.close()
  }
}

const bareServer = `require('node:http').createServer((request, response) => response.end('well'))
  .listen(0, '127.0.0.1', function () { process.stdout.write(String(this.address().port)) })`

/** Returns the time from the start of the process to its first answer, in milliseconds. */
async function startBare(): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['-e', bareServer], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [port] = await within('a bare server starts', once(child.stdout, 'data'))
    await (await fetch(`http://127.0.0.1:${port}`)).text()
    return performance.now() - startedAt
  } finally {
    child.kill('SIGKILL')
  }
}

/** Returns the median of several restarts, in milliseconds. */
async function measurePlainRestart(service: Service, times: number): Promise<number> {
  const measured: number[] = []
  for (let time = 0; time < times; time += 1) {
    service.kill('SIGTERM')
    await within('a service that was told to stop', service.waitForEnd())
    measured.push(await service.restart())
  }
  return medianOf(measured)
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function format(ms: number): string {
  return Math.round(ms).toLocaleString('en')
}
