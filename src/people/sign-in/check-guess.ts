import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { tooManyRequests } from '../../base/refusals.ts'
import { second } from '../../base/times.ts'
import { findTries, noteFailure, takeBackTry, takeTry } from '../store/failures.ts'
import { type Counted, tryRules, waitAfter } from './tries.ts'

/** How long, in all, a guess waits for those that are being judged. */
const patience = { rounds: 100, everyMs: 50 }

/**
 * Has a guess judged, counting it before for each of these: however many come at once, no more are judged than may be wrong. One that was
 * right, or not judged after all, is taken back. `judge` answers undefined for what is wrong, and so does this. Refuses with 429, without
 * judging, when too many were wrong.
 */
export async function checkGuess<T>(
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
    for (const { subject, at } of taken) await app.db.run(settle, { merchantId: allMerchants, subject, at })
  }
}

interface Taken {
  readonly subject: Buffer
  readonly at: number
}

async function take(app: App, { subject, most }: Counted): Promise<Taken> {
  const key = { merchantId: allMerchants, subject }
  for (let round = 0; round < patience.rounds; round += 1) {
    const now = app.clock.now()
    const window = { since: now - tryRules.windowMs, keptUntil: now + tryRules.windowMs }
    const taken = await app.db.run(takeTry, { ...key, now, ...window, most })
    if (taken.length > 0) return { subject, at: now }
    const [tries] = await app.db.run(findTries, key)
    const waitMs = tries && waitAfter({ failedAt: tries.failed_at, judgedSince: tries.judged_since }, most, now)
    if (waitMs !== undefined) throw tooManyRequests(Math.ceil(waitMs / second))
    await pause(patience.everyMs)
  }
  throw tooManyRequests(1)
}
