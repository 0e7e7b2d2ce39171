import type { DeclineReason } from '../../adapters/card-processor.ts'
import type { App } from '../../app/app.ts'
import { type Actor, nowFor } from '../../merchants/caller.ts'
import { cardRules } from '../card/card.ts'
import { recordDecline } from '../store/progress.ts'
import { chargeTimes, type SessionCharge } from './charge.ts'
import { transitionCharge } from './transition-charge.ts'

/**
 * The customer did not pay by this charge and may take another card, once, whatever is heard of the charge later. `decline`: the
 * processor has said so. `write_off`: nobody knows of the charge, which may still arrive, so it is checked again. False when
 * somebody else has settled it.
 */
export function declineCharge(
  app: App,
  actor: Actor,
  charge: SessionCharge,
  how: 'decline' | 'write_off',
  reason: DeclineReason,
): Promise<boolean> {
  const checkInMs = how === 'decline' ? null : chargeTimes.firstCheckMs
  const { merchantId, sessionId } = charge
  return app.db.transaction(async (tx) => {
    if (!(await transitionCharge(tx, charge, how, { reason, checkInMs }))) return false
    const at = nowFor(app, actor)
    await tx.run(recordDecline, { merchantId, sessionId, reason, maxDeclines: cardRules.declines, at })
    return true
  })
}
