import type { CardRefund } from '../adapters/card-processor.ts'
import type { App } from '../app/app.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { askProcessor } from './ask-processor.ts'
import { type Charge, chargeTimes } from './charge.ts'
import { failVoid } from './fail-void.ts'
import { findOrRefund } from './find-or-refund.ts'
import { nextLaterCheckAt } from './later-check.ts'
import { transitionCharge } from './transition-charge.ts'
import { voidRefund } from './void-refund.ts'

/** The processor has not sent it back, or has not said so. */
class NotVoided extends Error {
  override readonly name = 'NotVoided'
}

/**
 * Voids a charge that arrived too late: all of its money goes back, by a refund of the charge's own id, so never twice. An attempt that the
 * processor says has failed is followed by another one later. Throws when the processor does not answer or is still at it; the next check
 * asks again about the same attempt.
 */
export async function voidCharge(app: App, actor: Actor, charge: Charge): Promise<void> {
  const refund: CardRefund = voidRefund(charge)
  const result = await askProcessor(app, charge, chargeTimes.checkMs, (cards) => findOrRefund(cards, refund))
  if (result.kind === 'failed') return failVoid(app, charge)
  if (result.kind !== 'refunded') throw new NotVoided(`the refund of charge ${charge.id} is ${result.kind}`)
  const voidedAt = nowFor(app, actor)
  const dueAt = result.isFinal ? null : nextLaterCheckAt(voidedAt, voidedAt)
  const isVoided = await transitionCharge(app, app.db, charge, 'void', { voidedAt, dueAt })
  if (isVoided) app.log.info({ session_id: charge.sessionId, charge_id: charge.id }, 'charge voided')
}
