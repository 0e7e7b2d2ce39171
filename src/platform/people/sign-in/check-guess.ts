import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { tooManyRequests } from '../../base/refusals.ts'
import { second } from '../../base/times.ts'
import { findTries, noteFailure, takeBackTry, takeTry } from '../store/failures.ts'
import { guessQueuesOf } from './guess-queues.ts'
import { type Counted, tryRules, waitAfter } from './tries.ts'

/** How often the first guess in line checks whether a guess before it has ended, and the pause between. */
const patience = { rounds: 100, everyMs: 50 }

/**
 * Counts a guess for each of these subjects, then judges it: however many come at once, no more are judged than may be wrong. A guess that was
 * right, or that was not judged after all, is taken back. Returns undefined for a wrong guess, as `judge` does. Refuses with 429, without
 * judging, after too many wrong guesses, and at once if too many guesses of a subject wait in this process.
 */
export async function checkGuess<T>(
  app: App,
  counted: readonly Counted[],
  judge: () => Promise<T | undefined>,
): Promise<T | undefined> {
  // The widest subject first: an address that floods an account takes no more of the account's places than one address may have.
  const enter = (subjects: readonly Counted[]): Promise<T | undefined> => {
    const last = subjects.at(-1)
    if (last === undefined) return countAndJudge(app, counted, judge)
    return guessQueuesOf(app).guesses.run(keyOf(last), () => enter(subjects.slice(0, -1)))
  }
  return enter(counted)
}

async function countAndJudge<T>(
  app: App,
  counted: readonly Counted[],
  judge: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const taken: Taken[] = []
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

interface Taken {
  readonly counted: Counted
  readonly at: number
}

function take(app: App, counted: Counted): Promise<Taken> {
  return guessQueuesOf(app).turns.run(keyOf(counted), async () => {
    for (let round = 0; round < patience.rounds; round += 1) {
      const at = await onRow(app, counted, () => tryToTake(app, counted))
      if (at !== undefined) return { counted, at }
      await pause(patience.everyMs)
    }
    throw tooManyRequests(1)
  })
}

/** Returns when the guess was counted; undefined while guesses before it are being judged. Refuses with 429 after too many wrong ones. */
async function tryToTake(app: App, { subject, most }: Counted): Promise<number | undefined> {
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

function onRow<T>(app: App, counted: Counted, work: () => Promise<T>): Promise<T> {
  return guessQueuesOf(app).statements.run(keyOf(counted), work)
}

function keyOf({ subject }: Counted): string {
  return subject.toString('base64')
}
