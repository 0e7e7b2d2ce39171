import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../app/app.ts'
import { type Actor, serviceActor } from '../merchants/caller.ts'
import { getPayment } from '../payments/get-payment.ts'
import { askProcessor } from './ask-processor.ts'
import { chargeTimes, mostLooks, nextLookMs, processorCharge, type SessionCharge } from './charge.ts'
import { giveBack, ruleOut, settleCharge, writeOff } from './settle-charge.ts'
import { chargeFrom, claimDueCharges, lookAtChargeIn } from './store/charges.ts'

/** So many charges are asked about at the same time, so that one whose answer does not come holds up no other. */
const mostAtOnce = 16
const pauseMs = 250

/**
 * Asks the processor about every charge that is due, and settles it: those whose answer never came, those that were written off
 * and may have been charged since, and those to be given back. Answers how many there were.
 */
export async function resolveCharges(app: App): Promise<number> {
  const inFlight = new Set<Promise<void>>()
  const endsAt = performance.now() + chargeTimes.roundMs
  let count = 0
  do {
    const free = performance.now() < endsAt ? mostAtOnce - inFlight.size : 0
    const rows = free > 0 ? await app.db.run(claimDueCharges, [chargeTimes.leaseMs, free]) : []
    count += rows.length
    for (const row of rows) {
      const charge = chargeFrom(row)
      const actor = serviceActor(charge.merchantId, charge.isTest, Number(row.clock_offset_ms))
      const work: Promise<void> = tryResolve(app, actor, charge).finally(() => inFlight.delete(work))
      inFlight.add(work)
    }
    if (inFlight.size > 0) await Promise.race([Promise.all(inFlight), pause(pauseMs)])
  } while (inFlight.size > 0)
  return count
}

// Never throws: one charge that nobody can tell about must not hold up the others. It is looked at again, ever later.
async function tryResolve(app: App, actor: Actor, charge: SessionCharge): Promise<void> {
  try {
    await resolve(app, actor, charge)
  } catch (error) {
    // What a processor says in an error may hold what it was sent: only its kind is logged.
    const reason = error instanceof Error ? error.name : 'unknown'
    app.log.error({ charge_id: charge.id, looks: charge.looks, reason }, 'charge unresolved')
    app.metrics.itemFailed('charge')
    // What was written off is ruled out by the number of looks, so those that failed are as far apart as the others.
    const next = charge.state === 'written_off' ? nextLookMs.writtenOff : nextLookMs.failed
    await lookAgain(app, charge, next(charge.looks)).catch(() => undefined)
  }
}

async function resolve(app: App, actor: Actor, charge: SessionCharge): Promise<void> {
  if (charge.state === 'to_give_back') return giveBack(app, charge)
  const asked = processorCharge(charge)
  const found = await askProcessor(app, charge, chargeTimes.lookMs, (cards) => cards.find(asked))
  switch (found.kind) {
    case 'charged':
    case 'declined':
      return settleCharge(app, actor, charge, found)
    case 'pending':
      return waitOn(app, actor, charge)
    case 'challenge':
      return charge.state === 'open' ? settleCharge(app, actor, charge, found) : withdraw(app, actor, charge)
    case 'unknown':
      if (charge.state === 'challenged') return withdraw(app, actor, charge)
      if (charge.state === 'open') return writeOff(app, actor, charge, 'unavailable')
      if (charge.looks >= mostLooks) return ruleOut(app, charge, null)
      return lookAgain(app, charge, nextLookMs.writtenOff(charge.looks))
  }
}

// Nothing is decided. The customer waits for as long as the payment does; after that what is charged will go back.
async function waitOn(app: App, actor: Actor, charge: SessionCharge): Promise<void> {
  if (charge.state === 'written_off') return lookAgain(app, charge, nextLookMs.writtenOff(charge.looks))
  const { status } = await getPayment(app, actor, charge.paymentId)
  if (status !== 'CREATED') return writeOff(app, actor, charge, 'unavailable')
  await lookAgain(app, charge, nextLookMs.awaited(charge.looks))
}

// The customer has let the bank wait for too long. The challenge is withdrawn before the charge is forgotten, and a confirmation
// that was under way in this moment may still charge it.
async function withdraw(app: App, actor: Actor, charge: SessionCharge): Promise<void> {
  const asked = processorCharge(charge)
  const limitMs = chargeTimes.lookMs
  const result = await askProcessor(app, charge, limitMs, (cards) => cards.answerChallenge(asked, false))
  if (result.kind === 'charged') return settleCharge(app, actor, charge, result)
  if (charge.state === 'written_off') return lookAgain(app, charge, nextLookMs.writtenOff(charge.looks))
  await writeOff(app, actor, charge, result.kind === 'declined' ? result.reason : 'not_confirmed')
}

async function lookAgain(app: App, { merchantId, id, state }: SessionCharge, inMs: number): Promise<void> {
  await app.db.run(lookAtChargeIn, [merchantId, id, [state], inMs])
}
