import type { App } from '../../app/app.ts'
import type { CheckoutContext } from '../progress/load-progress.ts'
import { canTransition } from '../progress/progress.ts'
import { processorCharge } from './charge.ts'
import { settleAnswer } from './settle-answer.ts'

/** The customer has answered the bank about a challenged charge. */
export async function answerBank(app: App, context: CheckoutContext, isConfirmed: boolean): Promise<void> {
  const { charge, customer } = context
  if (!canTransition(context.stage, 'answer_bank') || charge === undefined) return
  await settleAnswer(app, customer, charge, (cards) => cards.answerChallenge(processorCharge(charge), isConfirmed))
}
