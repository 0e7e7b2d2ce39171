/** Watches the loops of background work in this process and knows which are overdue. */
export interface Watchdog {
  /** Begins to watch a loop. Its first round is due now. */
  watch(loop: string): WatchedLoop
  /** Returns the names of overdue loops. */
  overdue(): string[]
  /** Returns for each loop the seconds since its unfinished round was due; 0 without one. */
  lateness(): Readonly<Record<string, number>>
  /** Returns whether there are loops and each has finished a round. */
  isRunning(): boolean
}

export interface WatchedLoop {
  /** Notes a finished round. The next one is due after `nextInMs`. A failed round is not finished. */
  finished(nextInMs: number): void
  /** Ends watching the loop. */
  ended(): void
}

/** How long a round may be late. */
const usualOverdueAfterMs = 60_000

/** Opens a watchdog. It uses the monotonic clock, so setting the system's clock changes nothing. */
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
