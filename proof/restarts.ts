import type { Context } from './context.ts'
import { openOwnStand } from './own-database.ts'
import { within } from './patience.ts'
import type { Service } from './service.ts'

/** So soon, in milliseconds, a service answers again after whatever befell it. */
const promisedMs = 5_000
/** On a machine that needs long for everything: within so many times what a plain restart takes there and then. */
const multiple = 6

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
  let plainMs = await context.plainRestartMs()
  let longestMs = 0
  const violations: string[] = []
  const isAllowed = async (service: Service, tookMs: number): Promise<boolean> => {
    if (tookMs <= allowedMs(plainMs)) return true
    // The machine may be slower by now than when the run began: what would a plain restart have taken just now?
    plainMs = Math.max(plainMs, await measurePlainRestart(service, 3))
    return tookMs <= allowedMs(plainMs)
  }
  const restarts: Restarts = {
    violations,
    async restart(service) {
      await restarts.judge(service, await service.restart())
    },
    async judge(service, tookMs) {
      longestMs = Math.max(longestMs, tookMs)
      if (await isAllowed(service, tookMs)) return
      violations.push(
        `it took ${Math.round(tookMs)} ms until the service answered again, where a plain restart takes ${Math.round(plainMs)} ms`,
      )
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
      'a plain restart': `${format(plainMs)} ms`,
      allowed: `${format(allowedMs(plainMs))} ms`,
    }),
  }
  return restarts
}

/** The time from the start of a service that was stopped in good order to its first answer, on a database of its own. */
export async function measureFreshRestart(context: Context): Promise<number> {
  const stand = await openOwnStand(context, 'plain')
  try {
    return await measurePlainRestart(stand.service, 5)
  } finally {
    await stand.close()
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
  return measured.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

function format(ms: number): string {
  return Math.round(ms).toLocaleString('en')
}
