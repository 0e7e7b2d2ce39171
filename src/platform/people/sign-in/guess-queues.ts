import type { App } from '../../app/app.ts'
import { type Bulkhead, newBulkhead } from '../../base/bulkhead.ts'

/** How many guesses of one subject are under way and wait in this process. More are refused. */
const guessLimits = { maxInFlight: 10, maxQueued: 10 } as const

// Unbounded, because `guesses` already limits what comes here.
const oneByOne = { maxInFlight: 1, maxQueued: Number.POSITIVE_INFINITY } as const

/** The queues of guesses by subject, in memory: a waiting guess has no connection to the database. */
interface GuessQueues {
  /** Whole guesses. */
  readonly guesses: Bulkhead
  /** Guesses before they are counted: only the first in line asks the database. */
  readonly turns: Bulkhead
  /** Statements on the subject's row: side by side, each would occupy a connection while it waits for the row. */
  readonly statements: Bulkhead
}

const queuesByDb = new WeakMap<App['db'], GuessQueues>()

export function guessQueuesOf({ db }: Pick<App, 'db'>): GuessQueues {
  const queues = queuesByDb.get(db) ?? {
    guesses: newBulkhead(guessLimits),
    turns: newBulkhead(oneByOne),
    statements: newBulkhead(oneByOne),
  }
  queuesByDb.set(db, queues)
  return queues
}
