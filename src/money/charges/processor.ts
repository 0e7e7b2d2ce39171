import type { CardProcessor, CardRefund, ChargeResult, RefundFinding } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import { DeadlinePassed, withinDeadline } from '../../platform/base/deadline.ts'
import { assertNoTransaction } from '../../platform/db/db.ts'
import { type Charge, processorCharge } from './charge.ts'

/** Returns the card processor of a mode. */
export function processorOf(app: App, isTest: boolean): CardProcessor {
  return isTest ? app.cards.test : app.cards.live
}

/** Returns the step in minor units in which cards of this mode and currency can be charged and refunded. */
export function cardStepOf(app: App, { isTest, currency }: Pick<Charge, 'isTest' | 'currency'>): bigint {
  return processorOf(app, isTest).limits(currency).stepMinor
}

/**
 * Calls the card processor of this mode. Throws DeadlinePassed after `limitMs`; `onLate` receives an answer that comes
 * later.
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

/**
 * Requests a charge, and looks it up at once if the answer is lost. `returnUrl`: where the bank sends the customer back
 * to. Throws the error of the request if the processor does not know the charge.
 */
export async function chargeOrFind(cards: CardProcessor, charge: Charge, returnUrl = ''): Promise<ChargeResult> {
  const request = processorCharge(charge, returnUrl)
  try {
    return await cards.charge(request)
  } catch (error) {
    const found = await cards.find(request)
    if (found.kind === 'unknown') throw error
    return found
  }
}

/** Looks up a refund that may have been requested before, and requests it if the processor does not know it. */
export async function findOrSendRefund(cards: CardProcessor, refund: CardRefund): Promise<RefundFinding> {
  const found = await cards.findRefund(refund)
  return found.kind === 'unknown' ? cards.refund(refund) : found
}
