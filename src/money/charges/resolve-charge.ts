import type { ChargeFinding } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import { errorName } from '../../platform/base/error-name.ts'
import { retryConflicts } from '../../platform/db/optimistic-concurrency.ts'
import { type Actor, serviceActor } from '../../platform/merchants/caller.ts'
import { type Charge, type ChargeKey, chargeTimes, maxChecks, nextCheckMs, processorCharge } from './charge.ts'
import { transitionCharge } from './charges.ts'
import { askProcessor } from './processor.ts'
import type { ChargePurpose, Decline } from './purpose.ts'
import { settleCharge } from './settle-charge.ts'
import { chargeFrom, claimCharge, scheduleChargeCheck } from './store/charges.ts'
import { voidCharge } from './voids.ts'

/**
 * Claims a due charge, asks the processor about it, and settles it. Returns false if another process has claimed it. A
 * failed check is logged, counted and retried with backoff, and never thrown, so that other charges do not wait.
 */
export async function resolveCharge(app: App, purpose: ChargePurpose, { merchantId, id }: ChargeKey): Promise<boolean> {
  const [row] = await app.db.run(claimCharge, { merchantId, id, leaseMs: chargeTimes.leaseMs })
  if (row === undefined) return false
  const charge = chargeFrom(row)
  try {
    await check(app, serviceActor(merchantId, charge.isTest, Number(row.clock_offset_ms)), purpose, charge)
  } catch (error) {
    app.log.error({ charge_id: id, checks: charge.checks, reason: errorName(error) }, 'charge unresolved')
    app.metrics.itemFailed('charge')
    // A written-off charge is ruled out by the number of checks, so failed checks keep the same distance.
    const next = charge.state === 'written_off' ? nextCheckMs.writtenOff : nextCheckMs.failed
    await checkAgain(app, charge, next(charge.checks)).catch(() => undefined)
  }
  return true
}

async function check(app: App, actor: Actor, purpose: ChargePurpose, charge: Charge): Promise<void> {
  if (charge.state === 'to_void') return voidCharge(app, actor, charge)
  const request = processorCharge(charge)
  const found = await askProcessor(app, charge, chargeTimes.checkMs, (cards) => cards.find(request))
  switch (found.kind) {
    case 'charged':
    case 'declined':
      return settleCharge(app, actor, purpose, charge, found)
    case 'pending':
      return waitOn(app, actor, purpose, charge)
    case 'challenge':
      return charge.state === 'open' && charge.kind !== 'scheduled'
        ? settleCharge(app, actor, purpose, charge, found)
        : withdraw(app, actor, purpose, charge)
    case 'unknown':
      return charge.state === 'challenged'
        ? withdraw(app, actor, purpose, charge)
        : goOnWithout(app, actor, purpose, charge)
  }
}

// The processor does not know the charge, and it may still arrive. It is requested again by its id while that is
// useful. Otherwise it is written off, and ruled out only after many checks.
async function goOnWithout(app: App, actor: Actor, purpose: ChargePurpose, charge: Charge): Promise<void> {
  if (charge.state === 'open') {
    if (charge.checks < maxChecks && (await purpose.maySendAgain(app, actor, charge)))
      return sendAgain(app, actor, purpose, charge)
    await writeOff(app, actor, purpose, charge, { reason: 'unavailable', retry: 'later' })
  } else if (charge.checks >= maxChecks) await transitionCharge(app, app.db, charge, 'rule_out')
  else await checkAgain(app, charge, nextCheckMs.writtenOff(charge.checks))
}

async function sendAgain(app: App, actor: Actor, purpose: ChargePurpose, charge: Charge): Promise<void> {
  const request = processorCharge(charge)
  const result = await askProcessor(app, charge, chargeTimes.answerMs, (cards) => cards.charge(request))
  if (result.kind === 'pending') return checkAgain(app, charge, nextCheckMs.awaited(charge.checks))
  await settleCharge(app, actor, purpose, charge, result)
}

// Pending. Wait while the purpose awaits it; after that an arriving charge is voided.
async function waitOn(app: App, actor: Actor, purpose: ChargePurpose, charge: Charge): Promise<void> {
  if (charge.state === 'written_off') return checkAgain(app, charge, nextCheckMs.writtenOff(charge.checks))
  if (await purpose.isAwaited(app, actor, charge)) await checkAgain(app, charge, nextCheckMs.awaited(charge.checks))
  else await writeOff(app, actor, purpose, charge, { reason: 'unavailable', retry: 'later' })
}

// The customer did not answer the bank in time, or is absent. The challenge is withdrawn before the charge is written
// off. A confirmation at the same moment may still charge it.
async function withdraw(app: App, actor: Actor, purpose: ChargePurpose, charge: Charge): Promise<void> {
  const request = processorCharge(charge)
  const limitMs = chargeTimes.checkMs
  const result: ChargeFinding = await askProcessor(app, charge, limitMs, (cards) =>
    cards.answerChallenge(request, false),
  )
  if (result.kind === 'charged') return settleCharge(app, actor, purpose, charge, result)
  if (charge.state === 'written_off') return checkAgain(app, charge, nextCheckMs.writtenOff(charge.checks))
  const reason = result.kind === 'declined' ? result.reason : 'not_confirmed'
  await writeOff(app, actor, purpose, charge, { reason, retry: 'by_customer' })
}

async function writeOff(
  app: App,
  actor: Actor,
  purpose: ChargePurpose,
  charge: Charge,
  why: Pick<Decline, 'reason' | 'retry'>,
): Promise<void> {
  await retryConflicts(() => purpose.decline(app, actor, charge, { how: 'write_off', ...why }))
}

async function checkAgain(app: App, { merchantId, id, state }: Charge, inMs: number): Promise<void> {
  await app.db.run(scheduleChargeCheck, { merchantId, id, states: [state], inMs })
}
