import type { App } from '../app/app.ts'
import { type Actor, serviceActor } from '../merchants/caller.ts'
import { chargeTimes, processorCharge, type SessionCharge } from './charge.ts'
import { giveBack, settleCharge } from './settle-charge.ts'
import { chargeFrom, claimDueCharges } from './store/charges.ts'

const batch = 50

/** Asks the processor about every charge whose answer never came, and settles it. Answers how many there were. */
export async function resolveCharges(app: App): Promise<number> {
  const now = app.clock.now()
  const rows = await app.db.run(claimDueCharges, [now, now + chargeTimes.againMs, batch])
  for (const row of rows) {
    const charge = chargeFrom(row)
    try {
      await resolve(app, serviceActor(charge.merchantId, charge.isTest, Number(row.clock_offset_ms)), charge)
    } catch (error) {
      // One charge that nobody can tell about must not hold up the others; it is looked at again.
      app.log.error(
        { charge_id: charge.id, reason: error instanceof Error ? error.name : 'unknown' },
        'charge unresolved',
      )
    }
  }
  return rows.length
}

async function resolve(app: App, actor: Actor, charge: SessionCharge): Promise<void> {
  if (charge.state === 'to_give_back') return giveBack(app, charge)
  const cards = charge.isTest ? app.cards.test : app.cards.live
  const asked = processorCharge(charge)
  const found = await cards.find(asked)
  if (found.kind === 'charged' || found.kind === 'declined') return settleCharge(app, actor, charge, found)
  if (charge.state === 'challenged') {
    // The customer has let the bank wait for too long: the challenge is withdrawn before the charge is forgotten.
    return settleCharge(app, actor, charge, await cards.answerChallenge(asked, false))
  }
  if (found.kind === 'challenge') return settleCharge(app, actor, charge, found)
  await settleCharge(app, actor, charge, { kind: 'declined', reason: 'unavailable' })
}
