import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { tooManyRequests } from '../../base/refusals.ts'
import { second } from '../../base/times.ts'
import { findTries, noteFailure, takeBackTry, takeTry } from '../store/failures.ts'
import { guessQueuesOf } from './guess-queues.ts'
import { type GuessSubject, tryRules, waitAfter } from './tries.ts'

/** How often the first guess in line checks whether a guess before it has ended, and the pause between. */
const patience = { rounds: 100, everyMs: 50 }

/**
 * Counts a guess for each subject, then judges it: also under concurrency it judges no more guesses than may be wrong.
 * A right guess, and a guess that was not judged, is uncounted again. Returns undefined for a wrong guess, as `judge`
 * does. Refuses with 429, without judging, after too many wrong guesses, and if too many guesses of a subject wait in
 * this process.
 */
export async function checkGuess<T>(
  app: App,
  counted: readonly GuessSubject[],
  judge: () => Promise<T | undefined>,
): Promise<T | undefined> {
  // The widest subject first: an address that floods an account takes no more of the account's places than one address
  // may have.
  const enter = (subjects: readonly GuessSubject[]): Promise<T | undefined> => {
    const last = subjects.at(-1)
    if (last === undefined) return countAndJudge(app, counted, judge)
    return guessQueuesOf(app).guesses.run(keyOf(last), () => enter(subjects.slice(0, -1)))
  }
  return enter(counted)
}

async function countAndJudge<T>(
  app: App,
  counted: readonly GuessSubject[],
  judge: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const taken: CountedGuess[] = []
  let isWrong = false
  try {
    for (const one of counted) taken.push(await take(app, one))
    const judged = await judge()
    isWrong = judged === undefined
    return judged
  } finally {
    const settle = isWrong ? noteFailure : takeBackTry
    for (const { counted: one, at } of taken) {
      const { subject } = one
      await onRow(app, one, () => app.db.run(settle, { merchantId: allMerchants, subject, at }))
    }
  }
}

interface CountedGuess {
  readonly counted: GuessSubject
  readonly at: number
}

function take(app: App, counted: GuessSubject): Promise<CountedGuess> {
  return guessQueuesOf(app).turns.run(keyOf(counted), async () => {
    for (let round = 0; round < patience.rounds; round += 1) {
      const at = await onRow(app, counted, () => tryToTake(app, counted))
      if (at !== undefined) return { counted, at }
      await pause(patience.everyMs)
    }
    throw tooManyRequests(1)
  })
}

/**
 * Returns when the guess was counted; undefined while earlier guesses are judged. Refuses with 429 after too many wrong
 * ones.
 */
async function tryToTake(app: App, { subject, most }: GuessSubject): Promise<number | undefined> {
  const key = { merchantId: allMerchants, subject }
  const now = app.clock.now()
  const window = { since: now - tryRules.windowMs, keptUntil: now + tryRules.windowMs }
  const taken = await app.db.run(takeTry, { ...key, now, ...window, most })
  if (taken.length > 0) return now
  const [tries] = await app.db.run(findTries, key)
  const waitMs = tries && waitAfter({ failedAt: tries.failed_at, judgedSince: tries.judged_since }, most, now)
  if (waitMs !== undefined) throw tooManyRequests(Math.ceil(waitMs / second))
  return undefined
}

function onRow<T>(app: App, counted: GuessSubject, work: () => Promise<T>): Promise<T> {
  return guessQueuesOf(app).statements.run(keyOf(counted), work)
}

function keyOf({ subject }: GuessSubject): string {
  return subject.toString('base64')
}
