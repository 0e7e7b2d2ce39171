/** Knows of every loop of background work in this process when its next round is due, and which of them is overdue. */
export interface Watchdog {
  /** A loop begins; its first round is due now. */
  watch(loop: string): WatchedLoop
  /** The loops that have finished no round for too long after it was due, by name. Empty: all is well. */
  overdue(): string[]
  /** How many seconds ago each loop's round was due that is not finished; 0 where none is. */
  lateness(): Readonly<Record<string, number>>
  /** Whether there are loops, and each has finished a round. */
  isRunning(): boolean
}

export interface WatchedLoop {
  /** A round has been finished, and the next is due after so many milliseconds. A round that failed is not finished. */
  finished(nextInMs: number): void
  /** The loop has ended: nothing more is due. */
  ended(): void
}

/** How long after it was due a round may be finished. */
const usualOverdueAfterMs = 60_000

/** Time is the monotonic clock's: nobody who sets the system's changes what is due. */
export function openWatchdog(overdueAfterMs = usualOverdueAfterMs): Watchdog {
  const loops = new Set<{ readonly name: string; dueAt: number; hasRun: boolean }>()
  return {
    watch(name) {
      const loop = { name, dueAt: performance.now(), hasRun: false }
      loops.add(loop)
      return {
        finished(nextInMs) {
          loop.dueAt = performance.now() + nextInMs
          loop.hasRun = true
        },
        ended: () => void loops.delete(loop),
      }
    },
    overdue() {
      const now = performance.now()
      const late = [...loops].filter(({ dueAt }) => now - dueAt > overdueAfterMs)
      return [...new Set(late.map(({ name }) => name))]
    },
    lateness() {
      const now = performance.now()
      const late: Record<string, number> = {}
      for (const { name, dueAt } of loops) late[name] = Math.max(late[name] ?? 0, (now - dueAt) / 1000, 0)
      return late
    },
    isRunning: () => loops.size > 0 && [...loops].every(({ hasRun }) => hasRun),
  }
}
