import type { App } from '../../app/app.ts'
import { type Bulkhead, newBulkhead } from '../../base/bulkhead.ts'

/** Guesses of one subject in this process: how many are under way, and how many wait. More are refused. */
export const guessLimits = { maxInFlight: 10, maxQueued: 10 } as const

// Its works belong to guesses, which are limited.
const oneByOne = { maxInFlight: 1, maxQueued: Number.POSITIVE_INFINITY } as const

/** Where guesses of one subject wait, in memory: none of them has a connection to the database meanwhile. */
export interface GuessQueues {
  /** Whole guesses. */
  readonly guesses: Bulkhead
  /** Guesses that are to be counted: only the first in line asks whether there is room. */
  readonly turns: Bulkhead
  /** Statements on the subject's row: at once, each would keep a connection until the others are done. */
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
