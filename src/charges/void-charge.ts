import type { RefundFinding } from '../adapters/card-processor.ts'
import type { App } from '../app/app.ts'
import { askProcessor } from './ask-processor.ts'
import { type Charge, chargeTimes } from './charge.ts'
import { transitionCharge } from './transition-charge.ts'

/** The processor has not sent it back, or has not said so. */
class NotVoided extends Error {
  override readonly name = 'NotVoided'
}

/**
 * Voids a charge that arrived too late: all of its money goes back, by a refund of the charge's own id, so never twice. Throws when the
 * processor does not answer, is still at it or fails; the next check asks again.
 */
export async function voidCharge(app: App, charge: Charge): Promise<void> {
  const { id, merchantId, isTest, reference, amountMinor, currency, createdAt: at } = charge
  const refund = { id, merchantId, isTest, charge: { id, reference }, amountMinor, currency, at }
  const result = await askProcessor(app, charge, chargeTimes.checkMs, async (cards): Promise<RefundFinding> => {
    const found = await cards.findRefund(refund)
    return found.kind === 'unknown' ? cards.refund(refund) : found
  })
  if (result.kind !== 'refunded') throw new NotVoided(`the refund of charge ${id} is ${result.kind}`)
  const isVoided = await transitionCharge(app.db, charge, 'void')
  if (isVoided) app.log.info({ session_id: charge.sessionId, charge_id: charge.id }, 'charge voided')
}
