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
 * Asks the processor for the charge, and settles it. Where there is no answer, or it cannot be written down, the service finds out by
 * itself; answers what was in the way, undefined where nothing was.
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
  // Nobody waits for it any more, but whether the money moved is in it.
  const settleLate = (result: ChargeResult): void => {
    app.log.warn({ ...ids, kind: result.kind }, 'the card processor answered late')
    settle(result).catch((error) => app.log.error({ ...ids, reason: errorName(error) }, 'late answer not settled'))
  }
  try {
    await settle(await askProcessor(app, charge, chargeTimes.answerMs, ask, settleLate))
    return undefined
  } catch (error) {
    // Whether there was no answer or it could not be written down: whoever looks sees that it waits, and the service finds out.
    app.log.warn({ ...ids, reason: errorName(error) }, 'no answer from the card processor')
    await checkSoon()
    return error
  }
}
