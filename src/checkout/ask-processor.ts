import { setTimeout as pause } from 'node:timers/promises'
import type { CardProcessor } from '../adapters/card-processor.ts'
import type { App } from '../app/app.ts'
import { assertNoTransaction } from '../db/db.ts'
import type { SessionCharge } from './charge.ts'

/** The processor has not answered in time: nobody knows what became of what it was asked. */
export class ProcessorLate extends Error {
  override readonly name = 'ProcessorLate'
}

/**
 * Asks whoever charges this charge's card. Throws when it has no answer within so many milliseconds; `onLate` is then told of
 * one that comes all the same.
 */
export async function askProcessor<T>(
  app: App,
  charge: Pick<SessionCharge, 'isTest'>,
  limitMs: number,
  ask: (cards: CardProcessor) => Promise<T>,
  onLate: (answer: T) => void = () => undefined,
): Promise<T> {
  assertNoTransaction('asking the card processor')
  const asked = ask(charge.isTest ? app.cards.test : app.cards.live)
  const waiting = new AbortController()
  let isLate = false
  const late = pause(limitMs, undefined, { signal: waiting.signal, ref: false }).then(
    () => {
      isLate = true
      throw new ProcessorLate('the card processor has not answered')
    },
    () => new Promise<never>(() => undefined),
  )
  asked.then(
    (answer) => isLate && onLate(answer),
    () => undefined,
  )
  try {
    return await Promise.race([asked, late])
  } finally {
    waiting.abort()
  }
}
