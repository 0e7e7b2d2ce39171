import type { CardProcessor, ChargeResult } from '../../adapters/card-processor.ts'
import type { App } from '../../app/app.ts'
import type { Actor } from '../../merchants/caller.ts'
import { scheduleChargeCheck } from '../store/charges.ts'
import { askProcessor } from './ask-processor.ts'
import { chargeTimes, type SessionCharge } from './charge.ts'
import { settleCharge } from './settle-charge.ts'

/** Asks the processor while a customer waits, and settles the charge. When no answer comes the service finds out by itself. */
export async function settleAnswer(
  app: App,
  customer: Actor,
  charge: SessionCharge,
  ask: (cards: CardProcessor) => Promise<ChargeResult>,
): Promise<void> {
  const { merchantId, id } = charge
  const ids = { session_id: charge.sessionId, charge_id: id }
  // The error is not logged, for a processor's may carry what it was sent.
  const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
  const settle = (result: ChargeResult): Promise<void> => settleCharge(app, customer, charge, result)
  // Nobody waits for it any more, but whether the money moved is in it.
  const settleLate = (result: ChargeResult): void => {
    app.log.warn({ ...ids, kind: result.kind }, 'the card processor answered late')
    settle(result).catch((error) => app.log.error({ ...ids, reason: nameOf(error) }, 'late answer not settled'))
  }
  try {
    await settle(await askProcessor(app, charge, chargeTimes.answerMs, ask, settleLate))
  } catch (error) {
    // Whether there was no answer or it could not be written down: the page shows that it waits, and the service finds out.
    app.log.warn({ ...ids, reason: nameOf(error) }, 'no answer from the card processor')
    const states = ['open', 'challenged']
    await app.db.run(scheduleChargeCheck, { merchantId, id, states, inMs: chargeTimes.lostMs })
  }
}
