import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../app/app.ts'
import { chargeTimes } from './charge.ts'
import { listDueCharges } from './list-due-charges.ts'
import { resolveCharge } from './resolve-charge.ts'

/** So many charges are asked about at the same time, so that one whose answer does not come holds up no other. */
const maxInFlight = 16
const pauseMs = 250

/**
 * Asks the processor about every charge that is due, and settles it: those whose answer never came, those that were written off
 * and may have been charged since, and those to be voided. Answers how many there were.
 */
export async function resolveCharges(app: App): Promise<number> {
  const inFlight = new Set<Promise<void>>()
  const endsAt = performance.now() + chargeTimes.roundMs
  let count = 0
  do {
    const free = performance.now() < endsAt ? maxInFlight - inFlight.size : 0
    const due = free > 0 ? await listDueCharges(app, free) : []
    for (const charge of due) {
      const work: Promise<void> = resolveCharge(app, charge)
        .then((isClaimed) => {
          if (isClaimed) count += 1
        })
        .finally(() => inFlight.delete(work))
      inFlight.add(work)
    }
    if (inFlight.size > 0) await Promise.race([Promise.all(inFlight), pause(pauseMs)])
  } while (inFlight.size > 0)
  return count
}
