import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { within } from '../testkit/timeouts.ts'
import type { Context } from './context.ts'
import { openOwnEnvironment } from './own-database.ts'
import type { Service } from './service.ts'

/** So soon, in milliseconds, a service answers again after whatever befell it. */
const promisedMs = 5_000
/** On a machine that needs long for everything: within so many times what a plain restart takes there and then. */
const multiple = 6

/** A plain restart, which all else is judged by, is itself judged by what any program takes there to start and answer. */
const multipleOfBare = 60

/** What a start takes on this machine, in milliseconds. */
export interface StartTimes {
  /** Of a program that does nothing but answer. */
  readonly bareMs: number
  /** Of a service that was stopped in good order. */
  readonly plainMs: number
}

/** The longest that is allowed where a plain restart takes so long. Milliseconds. */
export function allowedMs(plainMs: number): number {
  return Math.max(promisedMs, multiple * plainMs)
}

/** Watches how soon a service comes back. */
export interface Restarts {
  /** Starts the service, which has ended, and judges how long that takes. */
  restart(service: Service): Promise<void>
  /** Judges how long the service, which runs, took to be well again. */
  judge(service: Service, tookMs: number): Promise<void>
  /** Tells a service that runs to stop, and judges how it ends. */
  stop(service: Service): Promise<void>
  readonly violations: readonly string[]
  /** What was measured, for the report. */
  counts(): Record<string, string>
}

/** The service's own deadline for stopping, in milliseconds: then it breaks off and says so by its exit code. */
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
    // The machine may be slower by now than when the run began: what would a plain restart have taken just now?
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

/** Measures starts of a bare server, and of a service on a database of its own: medians of five. */
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

/** From the start of the process to its first answer, in milliseconds. */
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

/** The median of so many, in milliseconds. */
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
