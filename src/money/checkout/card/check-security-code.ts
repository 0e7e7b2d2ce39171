import type { Card } from '../../../platform/adapters/card-processor.ts'
import type { App } from '../../../platform/app/app.ts'
import { errorName } from '../../../platform/base/error-name.ts'
import { processorOf } from '../../charges/processor.ts'
import { cardCodeTriesOf, phoneKeyOf } from '../messages/message-quotas.ts'
import { countTry, uncountTry } from '../messages/quota-counts.ts'
import { type CheckoutContext, trySaveProgress } from '../progress/context.ts'
import { readSecurityCode } from './card.ts'

/**
 * `missing`: no security code was typed, and no try was counted. `wrong`: it is not the card's. `spent`: too many
 * were wrong, and the card was removed from the session. `unavailable`: the processor does not answer.
 */
export type SecurityCodeProblem = 'missing' | 'wrong' | 'spent' | 'unavailable'

/**
 * Checks the security code of a saved card at the processor. Returns the problem, or undefined if the code is
 * right. A try is counted before it is judged: after five wrong ones a day the card has to be typed anew.
 */
export async function checkSecurityCode(
  app: App,
  context: CheckoutContext,
  card: Card,
  typed: string,
): Promise<SecurityCodeProblem | undefined> {
  const { customer, progress, session } = context
  const code = readSecurityCode(typed, card.brand)
  if (code === undefined) return 'missing'
  const { merchantId, isTest } = customer
  const counted = await countTry(app, cardCodeTriesOf({ merchantId, isTest }, phoneKeyOf(app, progress.phone)))
  if (counted === undefined) {
    await trySaveProgress(app, context, { card: null, lastDecline: null })
    return 'spent'
  }
  try {
    const isRight = await processorOf(app, isTest).checkSecurityCode?.(card, code)
    if (isRight !== true) return 'wrong'
  } catch (error) {
    app.log.error({ session_id: session.id, reason: errorName(error) }, 'security code not checked')
    return 'unavailable'
  }
  await uncountTry(app, counted)
  return undefined
}
