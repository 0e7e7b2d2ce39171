import type { App } from '../../platform/app/app.ts'
import type { Due } from '../../platform/due/due.ts'
import { nowFor } from '../../platform/merchants/caller.ts'
import { askProcessor } from './ask-processor.ts'
import { chargeTimes, voidRefund } from './charge.ts'
import { failVoid } from './fail-void.ts'
import { laterCheckTimes, nextLaterCheckAt } from './later-check.ts'
import { chargeFrom } from './store/charges.ts'
import { claimVoidCheck, scheduleVoidCheck } from './store/voids.ts'

/**
 * Asks the processor again about a charge that it has voided. A void that has failed is sent again later. Does nothing while another
 * process asks. Throws if the processor does not answer.
 */
export async function checkVoidAgain(app: App, { actor, id }: Due): Promise<void> {
  const { merchantId } = actor
  const now = nowFor(app, actor)
  const leaseUntil = now + laterCheckTimes.leaseMs
  const [row] = await app.db.run(claimVoidCheck, { merchantId, id, now, leaseUntil })
  if (row === undefined) return
  const charge = chargeFrom(row)
  const found = await askProcessor(app, charge, chargeTimes.checkMs, (cards) => cards.findRefund(voidRefund(charge)))
  if (found.kind === 'failed') return failVoid(app, charge)
  const dueAt = nextLaterCheckAt(found, row.voided_at ?? charge.createdAt, now)
  await app.db.run(scheduleVoidCheck, { merchantId, id, leaseUntil, dueAt })
}
