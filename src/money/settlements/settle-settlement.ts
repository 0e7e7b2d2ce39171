import type { App } from '../../platform/app/app.ts'
import type { Currency } from '../../platform/base/markets.ts'
import type { Tx } from '../../platform/db/db.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { getHead, lockLedger } from '../ledger/seals.ts'
import { bookMovements } from './bookings.ts'
import { payoutTimeOf } from './settlement.ts'
import { closeDay, findPending } from './store/pending.ts'
import { payStore } from './store-payouts.ts'

/**
 * Closes the day of a settlement after its end, or pays its store. Does nothing before the due time. Calls at the
 * same time wait for the lock; a second call finds it done.
 */
export async function settleSettlement(app: App, actor: Actor, id: string): Promise<void> {
  const { merchantId } = actor
  const now = nowFor(app, actor)
  for (let isDone = false; !isDone; ) {
    isDone = await app.db.transaction(async (tx) => {
      await lockLedger(tx, merchantId)
      const [pending] = await tx.run(findPending, { merchantId, id })
      if (pending === undefined || pending.due_at === null || pending.due_at > now) return true
      const { store_id: storeId, is_test: isTest, date, state } = pending
      const currency = pending.currency as Currency
      if (state === 'closed') await payStore(app, tx, { merchantId, storeId, isTest, currency }, now)
      else return closeBooked(app, tx, actor, { id, isTest, payableAt: payoutTimeOf(date, currency) })
      return true
    })
  }
}

// All movements of the day are booked first, in batches that are committed one by one.
async function closeBooked(
  app: App,
  tx: Tx,
  actor: Actor,
  { id, isTest, payableAt }: { readonly id: string; readonly isTest: boolean; readonly payableAt: number },
): Promise<boolean> {
  const { merchantId } = actor
  if (await bookMovements(app, tx, merchantId)) return false
  const { number: sealNumber, hash: sealHash } = await getHead(tx, merchantId)
  const closed = await tx.run(closeDay, {
    merchantId,
    id,
    closedAt: nowFor(app, actor),
    payableAt,
    sealNumber,
    sealHash,
  })
  if (closed.length > 0) tx.afterCommit(() => app.metrics.happened('settlements', 'close', isTest))
  return true
}
