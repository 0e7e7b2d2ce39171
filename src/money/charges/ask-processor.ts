import type { CardProcessor } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import { DeadlinePassed, withinDeadline } from '../../platform/base/deadline.ts'
import { assertNoTransaction } from '../../platform/db/db.ts'

/** Who moves the money of a mode's cards. */
export function processorOf(app: App, isTest: boolean): CardProcessor {
  return isTest ? app.cards.test : app.cards.live
}

/**
 * Asks whoever moves the money of this mode's cards. Throws a DeadlinePassed when it has no answer within so many milliseconds;
 * `onLate` is then called with one that comes all the same.
 */
export async function askProcessor<T>(
  app: App,
  { isTest }: { readonly isTest: boolean },
  limitMs: number,
  ask: (cards: CardProcessor) => Promise<T>,
  onLate: (answer: T) => void = () => undefined,
): Promise<T> {
  assertNoTransaction('asking the card processor')
  const answer = ask(processorOf(app, isTest))
  try {
    return await withinDeadline('the card processor', limitMs, answer)
  } catch (error) {
    if (error instanceof DeadlinePassed) answer.then(onLate, () => undefined)
    throw error
  }
}
