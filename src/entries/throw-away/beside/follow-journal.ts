import { setTimeout as pause } from 'node:timers/promises'
import { minute, second } from '../../../platform/base/times.ts'
import { CannotRun, callSandbox, type Target } from '../certify/service-client.ts'
import { type JournalAnswer, type JournalLine, listNewest } from './journal-lines.ts'

interface FollowOptions {
  /** Cursor after which the entries begin. */
  readonly since: string
  readonly signal: AbortSignal
  /** Called with each page of entries, oldest first. */
  onEntries(entries: readonly JournalLine[]): Promise<void>
  /** Called once per outage, with the reason. */
  onLost(reason: string): void
  /** Called when the sandbox answers again. `isNew`: its journal is another one, after a reset or a new database. */
  onFound(isNew: boolean): Promise<void>
}

const firstPauseMs = second / 2
const longestPauseMs = 10 * second
/** Longest time without an answer before following ends with an error. */
const giveUpMs = 10 * minute

/**
 * Follows the journal until the signal aborts. Repeats failed calls with growing pauses, so that a sandbox may restart.
 * Throws CannotRun after ten minutes without an answer, and for an answer that no retry changes.
 */
export async function followJournal(target: Target, options: FollowOptions): Promise<void> {
  const { signal, onEntries, onFound } = options
  let since = options.since
  let outage: Outage | undefined
  while (!signal.aborted) {
    try {
      // While the sandbox is away it is asked without waiting, so that its return is noticed at once.
      const wait = outage === undefined ? '&wait=PT30S' : ''
      const page = await callSandbox<JournalAnswer>(target, 'GET', `/sandbox/journal?since=${since}${wait}`, { signal })
      if (outage !== undefined) await onFound(false)
      outage = undefined
      since = page.cursor
      await onEntries(page.entries)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof CannotRun)) throw error
      if (error.answered === '400 unknown cursor') {
        since = (await listNewest(target, 1, signal)).cursor
        await onFound(true)
        outage = undefined
        continue
      }
      outage = await waitAfter(error, outage, options)
    }
  }
}

/** A time in which the sandbox does not answer. */
interface Outage {
  readonly since: number
  readonly pauseMs: number
}

async function waitAfter(error: CannotRun, outage: Outage | undefined, options: FollowOptions): Promise<Outage> {
  const { since, pauseMs } = outage ?? { since: performance.now(), pauseMs: firstPauseMs }
  if (!error.isPassing || performance.now() - since > giveUpMs) throw error
  if (outage === undefined) options.onLost(error.message)
  await pause(pauseMs, undefined, { signal: options.signal }).catch(() => undefined)
  return { since, pauseMs: Math.min(pauseMs * 2, longestPauseMs) }
}
