import type { App } from '../app/app.ts'
import type { Instant } from '../base/times.ts'
import { type Actor, nowFor, serviceActor } from '../merchants/caller.ts'
import { findDisputes } from './get-dispute.ts'
import { listDueDisputes, listDueDisputesOfMerchant } from './store/disputes.ts'

const batch = 200

/** Decides for every merchant the disputes whose 14 days are over by that merchant's clock. Answers how many there were. */
export async function settleDueDisputes(app: App): Promise<number> {
  const due = await app.db.run(listDueDisputes, [app.clock.now(), batch])
  for (const { merchant_id, id, clock_offset_ms } of due) {
    const actor = serviceActor(merchant_id, false, Number(clock_offset_ms))
    try {
      await findDisputes(app, actor, [id], nowFor(app, actor))
    } catch (error) {
      // One dispute that cannot be settled must not hold up the others.
      app.log.error({ err: error, dispute_id: id }, 'could not settle a due dispute')
    }
  }
  return due.length
}

/** Decides one merchant's disputes whose 14 days are over, in the order of their times. */
export async function settleDisputesOf(app: App, actor: Actor): Promise<void> {
  const now = nowFor(app, actor)
  for (;;) {
    const due = await listDueDisputesOf(app, actor, now)
    for (const { id } of due) await findDisputes(app, actor, [id], now)
    if (due.length < batch) return
  }
}

/**
 * One merchant's disputes that are due until then, first come first: for the sandbox clock, which passes each in turn and
 * settles it with `settleDispute`.
 */
export async function listDueDisputesOf(app: App, actor: Pick<Actor, 'merchantId'>, until: Instant) {
  const rows = await app.db.run(listDueDisputesOfMerchant, [actor.merchantId, until, batch])
  return rows.map(({ id, due_at }) => ({ id, dueAt: due_at }))
}

/** Decides this dispute if its time has come by the actor's clock. */
export async function settleDispute(app: App, actor: Actor, id: string): Promise<void> {
  await findDisputes(app, actor, [id], nowFor(app, actor))
}
