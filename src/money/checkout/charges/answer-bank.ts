import type { App } from '../../../platform/app/app.ts'
import { processorCharge } from '../../charges/charge.ts'
import { settleAnswer } from '../../charges/settle-answer.ts'
import type { CheckoutContext } from '../progress/load-progress.ts'
import { canTransition } from '../progress/progress.ts'
import { firstCharges } from './first-charges.ts'

/** The customer has answered the bank about a challenged charge. */
export async function answerBank(app: App, context: CheckoutContext, isConfirmed: boolean): Promise<void> {
  const { charge, customer } = context
  if (!canTransition(context.stage, 'answer_bank') || charge === undefined) return
  const request = processorCharge(charge)
  await settleAnswer(app, customer, firstCharges, charge, (cards) => cards.answerChallenge(request, isConfirmed))
}
