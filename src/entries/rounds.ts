import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../platform/app/app.ts'
import { withinDeadline } from '../platform/base/deadline.ts'
import { backoffMs } from '../platform/base/times.ts'

/** Background work that repeats in rounds. `run` returns the number of processed items. */
export interface Work {
  readonly name: string
  readonly everyMs: number
  run(app: App): Promise<number>
}

export interface RoundLimits {
  /** A round that takes longer is abandoned, and the next one begins. Less than the watchdog's limit. */
  readonly roundMs: number
  /** Pause after a failed round. It doubles after each further failure, up to `maxRetryMs`. */
  readonly retryMs: number
  readonly maxRetryMs: number
  /** Longest time for a running round at a stop. */
  readonly stopMs: number
}

export const usualRoundLimits: RoundLimits = { roundMs: 45_000, retryMs: 1_000, maxRetryMs: 5_000, stopMs: 5_000 }

/** A round with this many items probably left more, so the next one follows at once. */
const fullRound = 100
const busyMs = 20

/** An abandoned round ends by its own time limits. No further round begins while this many run. */
const maxInFlight = 4

/**
 * Repeats the work's rounds until it is stopped. A failed or hanging round is logged and counted, and the next one
 * follows.
 */
export async function repeatRounds(app: App, work: Work, limits: RoundLimits, stopping: AbortSignal): Promise<void> {
  const watched = app.watchdog.watch(work.name)
  const inFlight = new Set<Promise<number>>()
  const runRound = (): Promise<number> => {
    if (inFlight.size >= maxInFlight) throw new Error(`${inFlight.size} earlier rounds have not ended`)
    const round = work.run(app)
    inFlight.add(round)
    const forget = (): boolean => inFlight.delete(round)
    round.then(forget, forget)
    return withinDeadline('a round of background work', limits.roundMs, untilStopped(round, limits.stopMs, stopping))
  }
  let failures = 0
  while (!stopping.aborted) {
    let pauseMs: number
    try {
      const startedAt = performance.now()
      pauseMs = (await runRound()) >= fullRound ? busyMs : work.everyMs
      app.metrics.roundFinished(work.name, (performance.now() - startedAt) / 1000)
      failures = 0
      watched.finished(pauseMs)
    } catch (error) {
      app.log.error({ err: error, work: work.name }, 'background work failed')
      app.metrics.roundFailed(work.name)
      failures += 1
      pauseMs = backoffMs(failures, limits.retryMs, limits.maxRetryMs)
    }
    await pause(pauseMs, undefined, { signal: stopping }).catch(() => {})
  }
  watched.ended()
}

/** Returns the round's result, or 0 if it takes too long after the stop. */
async function untilStopped(round: Promise<number>, stopMs: number, stopping: AbortSignal): Promise<number> {
  const over = Promise.withResolvers<number>()
  let timer: NodeJS.Timeout | undefined
  const stop = (): void => {
    timer = setTimeout(() => over.resolve(0), stopMs)
  }
  stopping.addEventListener('abort', stop)
  try {
    return await Promise.race([round, over.promise])
  } finally {
    stopping.removeEventListener('abort', stop)
    clearTimeout(timer)
  }
}
