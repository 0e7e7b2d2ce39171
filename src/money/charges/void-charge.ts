import type { App } from '../../platform/app/app.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { askProcessor } from './ask-processor.ts'
import { type Charge, chargeTimes, voidRefund } from './charge.ts'
import { failVoid } from './fail-void.ts'
import { findOrRefund } from './find-or-refund.ts'
import { nextLaterCheckAt } from './later-check.ts'
import { transitionCharge } from './transition-charge.ts'

/** The processor has not sent it back, or has not said so. */
class NotVoided extends Error {
  override readonly name = 'NotVoided'
}

/**
 * Voids a charge that arrived too late: a refund of the charge's own id returns all of its money, so never twice. After a failed attempt
 * another one follows later. Throws while the refund is pending, and if the processor does not answer: the next check asks again about the
 * same attempt.
 */
export async function voidCharge(app: App, actor: Actor, charge: Charge): Promise<void> {
  const refund = voidRefund(charge)
  const result = await askProcessor(app, charge, chargeTimes.checkMs, (cards) => findOrRefund(cards, refund))
  if (result.kind === 'failed') return failVoid(app, charge)
  if (result.kind !== 'refunded') throw new NotVoided(`the refund of charge ${charge.id} is ${result.kind}`)
  const voidedAt = nowFor(app, actor)
  const dueAt = nextLaterCheckAt(result, voidedAt, voidedAt)
  const isVoided = await transitionCharge(app, app.db, charge, 'void', { voidedAt, dueAt })
  if (isVoided) app.log.info({ session_id: charge.sessionId, charge_id: charge.id }, 'charge voided')
}
