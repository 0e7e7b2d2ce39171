import type { App } from '../app/app.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { askProcessor } from './ask-processor.ts'
import { type Charge, chargeTimes } from './charge.ts'
import { findOrRefund } from './find-or-refund.ts'
import { transitionCharge } from './transition-charge.ts'

/** The processor has not sent it back, or has not said so. */
class NotVoided extends Error {
  override readonly name = 'NotVoided'
}

/**
 * Voids a charge that arrived too late: all of its money goes back, by a refund of the charge's own id, so never twice. Throws when the
 * processor does not answer, is still at it or fails; the next check asks again.
 */
export async function voidCharge(app: App, actor: Actor, charge: Charge): Promise<void> {
  const { id, merchantId, isTest, reference, amountMinor, currency, createdAt: at } = charge
  const refund = { id, merchantId, isTest, charge: { id, reference }, amountMinor, currency, attempt: 1, at }
  const result = await askProcessor(app, charge, chargeTimes.checkMs, (cards) => findOrRefund(cards, refund))
  if (result.kind !== 'refunded') throw new NotVoided(`the refund of charge ${id} is ${result.kind}`)
  const isVoided = await transitionCharge(app, app.db, charge, 'void', { voidedAt: nowFor(app, actor) })
  if (isVoided) app.log.info({ session_id: charge.sessionId, charge_id: charge.id }, 'charge voided')
}
