import type { CardProcessor, ChargeResult } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import { errorName } from '../../platform/base/error-name.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { type Charge, chargeTimes } from './charge.ts'
import { askProcessor } from './processor.ts'
import type { ChargePurpose } from './purpose.ts'
import { settleCharge } from './settle-charge.ts'
import { scheduleChargeCheck } from './store/charges.ts'

/**
 * Requests a charge and settles it. Returns the error if there was no answer or if it could not be stored; then the
 * service checks the charge later. Returns undefined otherwise.
 */
export async function settleAnswer(
  app: App,
  actor: Actor,
  purpose: ChargePurpose,
  charge: Charge,
  ask: (cards: CardProcessor) => Promise<ChargeResult>,
): Promise<unknown> {
  const { merchantId, id } = charge
  const ids = { session_id: charge.sessionId, payment_id: charge.paymentId, charge_id: id }
  const checkSoon = (): Promise<unknown> =>
    app.db.run(scheduleChargeCheck, { merchantId, id, states: ['open', 'challenged'], inMs: chargeTimes.lostMs })
  const settle = async (result: ChargeResult): Promise<void> => {
    await settleCharge(app, actor, purpose, charge, result)
    if (result.kind === 'pending') await checkSoon()
  }
  // The request has ended, but the answer tells whether money moved.
  const settleLate = (result: ChargeResult): void => {
    app.log.warn({ ...ids, kind: result.kind }, 'the card processor answered late')
    settle(result).catch((error) => app.log.error({ ...ids, reason: errorName(error) }, 'late answer not settled'))
  }
  try {
    await settle(await askProcessor(app, charge, chargeTimes.answerMs, ask, settleLate))
    return undefined
  } catch (error) {
    // No answer, or it could not be stored: the charge shows as waiting, and the service checks it.
    app.log.warn({ ...ids, reason: errorName(error) }, 'no answer from the card processor')
    await checkSoon()
    return error
  }
}
