import type { App } from '../../app/app.ts'
import { askProcessor } from './ask-processor.ts'
import { chargeTimes, processorCharge, type SessionCharge } from './charge.ts'
import { transitionCharge } from './transition-charge.ts'

/** Voids a charge that arrived too late: its money goes back. Throws when the processor does not answer; the next check tries again. */
export async function voidCharge(app: App, charge: SessionCharge): Promise<void> {
  await askProcessor(app, charge, chargeTimes.checkMs, (cards) => cards.voidCharge(processorCharge(charge)))
  const isVoided = await transitionCharge(app.db, charge, 'void')
  if (isVoided) app.log.info({ session_id: charge.sessionId, charge_id: charge.id }, 'charge voided')
}
