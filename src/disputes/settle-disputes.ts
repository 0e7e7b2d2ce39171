import type { App } from '../app/app.ts'
import type { Instant } from '../base/times.ts'
import { doDue } from '../due/do-due.ts'
import { type Actor, nowFor, serviceActor } from '../merchants/caller.ts'
import { findDisputes } from './get-dispute.ts'
import { listDueDisputes, listDueDisputesOfMerchant } from './store/disputes.ts'

const batch = 200

/**
 * Decides for every merchant the disputes whose 14 days are over by that merchant's clock, and goes past what fails. Answers how
 * many were decided.
 */
export async function settleDueDisputes(app: App): Promise<number> {
  const rows = await app.db.run(listDueDisputes, [app.clock.now(), batch])
  const due = rows.map(({ merchant_id, id, tries, clock_offset_ms }) => {
    return { merchantId: merchant_id, id, tries, actor: serviceActor(merchant_id, false, Number(clock_offset_ms)) }
  })
  return doDue(app, 'dispute', due, ({ actor, id }) => settleDispute(app, actor, id))
}

/** Decides one merchant's disputes whose 14 days are over. What fails is left as it is, and tried again later. */
export async function settleDisputesOf(app: App, actor: Actor): Promise<void> {
  const now = nowFor(app, actor)
  for (;;) {
    const due = await listDueDisputesOf(app, actor, now)
    const done = await doDue(app, 'dispute', due, ({ id }) => findDisputes(app, actor, [id], now))
    if (due.length < batch || done === 0) return
  }
}

/** One merchant's disputes that are due until then, first come first, without those that have failed and are put off. */
export async function listDueDisputesOf(app: App, { merchantId }: Pick<Actor, 'merchantId'>, until: Instant) {
  const rows = await app.db.run(listDueDisputesOfMerchant, [merchantId, until, batch, app.clock.now()])
  return rows.map(({ id, due_at, tries }) => ({ merchantId, id, dueAt: due_at, tries }))
}

/** Decides this dispute if its time has come by the actor's clock. */
export async function settleDispute(app: App, actor: Actor, id: string): Promise<void> {
  await findDisputes(app, actor, [id], nowFor(app, actor))
}
