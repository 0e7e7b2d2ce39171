import type { App } from '../../../platform/app/app.ts'
import type { CheckoutContext } from '../progress/load-progress.ts'
import { answerBank } from './answer-bank.ts'

/**
 * The customer comes back from the bank's own page: the processor is asked what they answered there. Nothing happens where our own page
 * stands in for the bank, for an address alone confirms no payment.
 */
export async function returnFromBank(app: App, context: CheckoutContext): Promise<void> {
  if (context.charge === undefined || context.charge.challengeAddress === null) return
  await answerBank(app, context, true)
}
