import type { ChargeResult } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import { errorName } from '../../platform/base/error-name.ts'
import { isConflict, retryConflicts } from '../../platform/db/optimistic-concurrency.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { type Charge, chargeTimes } from './charge.ts'
import { transitionCharge } from './charges.ts'
import { PaymentBusy } from './lost-answer.ts'
import type { ApprovedCharge, ChargePurpose } from './purpose.ts'
import { voidCharge } from './voids.ts'

/**
 * Stores the processor's answer about a charge, however late. Voids a charge that is not awaited. Doing it twice, or
 * twice at once, changes nothing more. Throws if the payment is locked; the charge stays open. `pending` decides
 * nothing.
 */
export async function settleCharge(
  app: App,
  actor: Actor,
  purpose: ChargePurpose,
  charge: Charge,
  result: ChargeResult,
): Promise<void> {
  switch (result.kind) {
    case 'charged':
      if (!(await settled(charge, () => purpose.approve(app, actor, charge, result))))
        await voidUnlessApproved(app, actor, charge, result)
      return
    case 'declined': {
      const { reason, retry } = result
      // A written-off charge that is declined is ruled out.
      if (!(await settled(charge, () => purpose.decline(app, actor, charge, { how: 'decline', reason, retry }))))
        await transitionCharge(app, app.db, charge, 'rule_out', { reason, retry })
      return
    }
    case 'challenge': {
      const { reference, address: challengeAddress } = result
      const checkInMs = chargeTimes.challengeMs
      await transitionCharge(app, app.db, charge, 'challenge', { reference, challengeAddress, checkInMs })
    }
  }
}

// A conflict: another operation changed the payment. Decide again on its new state.
function settled(charge: Charge, settle: () => Promise<boolean>): Promise<boolean> {
  return retryConflicts(settle).catch((error: unknown) => {
    throw isConflict(error) ? new PaymentBusy(`the payment of charge ${charge.id} is held by somebody`) : error
  })
}

// The money arrived for a payment that does not need it, or for a charge that was settled as not paid. Of several
// processes one makes the transition, so it is voided once.
async function voidUnlessApproved(
  app: App,
  actor: Actor,
  charge: Charge,
  { reference }: ApprovedCharge,
): Promise<void> {
  const checkInMs = chargeTimes.firstCheckMs
  const details = { reference, arrivedAt: nowFor(app, actor), checkInMs }
  if (!(await transitionCharge(app, app.db, charge, 'arrive_late', details))) return
  app.log.warn({ session_id: charge.sessionId, charge_id: charge.id }, 'a charge arrived too late and is voided')
  await voidCharge(app, actor, { ...charge, reference }).catch((error: unknown) => {
    app.log.warn({ charge_id: charge.id, reason: errorName(error) }, 'charge not voided yet')
  })
}
