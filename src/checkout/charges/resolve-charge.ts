import type { App } from '../../app/app.ts'
import { type Actor, serviceActor } from '../../merchants/caller.ts'
import { getPayment } from '../../payments/get-payment.ts'
import { chargeFrom, claimCharge, scheduleChargeCheck, storedState } from '../store/charges.ts'
import { askProcessor } from './ask-processor.ts'
import { type ChargeKey, chargeTimes, maxChecks, nextCheckMs, processorCharge, type SessionCharge } from './charge.ts'
import { declineCharge } from './decline-charge.ts'
import { settleCharge } from './settle-charge.ts'
import { transitionCharge } from './transition-charge.ts'
import { voidCharge } from './void-charge.ts'

/**
 * Claims a charge that was listed as due, asks the processor about it, and settles it. False when somebody else has claimed it.
 * A check that fails is logged, counted and done again with backoff, and never thrown: nobody else's charge waits for it.
 */
export async function resolveCharge(app: App, { merchantId, id }: ChargeKey): Promise<boolean> {
  const [row] = await app.db.run(claimCharge, { merchantId, id, leaseMs: chargeTimes.leaseMs })
  if (row === undefined) return false
  const charge = chargeFrom(row)
  try {
    await check(app, serviceActor(merchantId, charge.isTest, Number(row.clock_offset_ms)), charge)
  } catch (error) {
    // What a processor says in an error may hold what it was sent: only its kind is logged.
    const reason = error instanceof Error ? error.name : 'unknown'
    app.log.error({ charge_id: id, checks: charge.checks, reason }, 'charge unresolved')
    app.metrics.itemFailed('charge')
    // What was written off is ruled out by the number of checks, so those that failed are as far apart as the others.
    const next = charge.state === 'written_off' ? nextCheckMs.writtenOff : nextCheckMs.failed
    await checkAgain(app, charge, next(charge.checks)).catch(() => undefined)
  }
  return true
}

async function check(app: App, actor: Actor, charge: SessionCharge): Promise<void> {
  if (charge.state === 'to_void') return voidCharge(app, charge)
  const request = processorCharge(charge)
  const found = await askProcessor(app, charge, chargeTimes.checkMs, (cards) => cards.find(request))
  switch (found.kind) {
    case 'charged':
    case 'declined':
      return settleCharge(app, actor, charge, found)
    case 'pending':
      return waitOn(app, actor, charge)
    case 'challenge':
      return charge.state === 'open' ? settleCharge(app, actor, charge, found) : withdraw(app, actor, charge)
    case 'unknown':
      return charge.state === 'challenged' ? withdraw(app, actor, charge) : giveUp(app, actor, charge)
  }
}

// Nobody knows of it. For the customer it is declined; it may still arrive, so it is ruled out only after many checks.
async function giveUp(app: App, actor: Actor, charge: SessionCharge): Promise<void> {
  if (charge.state === 'open') await declineCharge(app, actor, charge, 'write_off', 'unavailable')
  else if (charge.checks >= maxChecks) await transitionCharge(app.db, charge, 'rule_out')
  else await checkAgain(app, charge, nextCheckMs.writtenOff(charge.checks))
}

// Nothing is decided. The customer waits for as long as the payment does; after that what is charged will be voided.
async function waitOn(app: App, actor: Actor, charge: SessionCharge): Promise<void> {
  if (charge.state === 'written_off') return checkAgain(app, charge, nextCheckMs.writtenOff(charge.checks))
  const { status } = await getPayment(app, actor, charge.paymentId)
  if (status === 'CREATED') await checkAgain(app, charge, nextCheckMs.awaited(charge.checks))
  else await declineCharge(app, actor, charge, 'write_off', 'unavailable')
}

// The customer has let the bank wait for too long. The challenge is withdrawn before the charge is forgotten, and a confirmation
// that was under way in this moment may still charge it.
async function withdraw(app: App, actor: Actor, charge: SessionCharge): Promise<void> {
  const request = processorCharge(charge)
  const limitMs = chargeTimes.checkMs
  const result = await askProcessor(app, charge, limitMs, (cards) => cards.answerChallenge(request, false))
  if (result.kind === 'charged') return settleCharge(app, actor, charge, result)
  if (charge.state === 'written_off') return checkAgain(app, charge, nextCheckMs.writtenOff(charge.checks))
  const reason = result.kind === 'declined' ? result.reason : 'not_confirmed'
  await declineCharge(app, actor, charge, 'write_off', reason)
}

async function checkAgain(app: App, { merchantId, id, state }: SessionCharge, inMs: number): Promise<void> {
  await app.db.run(scheduleChargeCheck, { merchantId, id, states: [storedState(state)], inMs })
}
