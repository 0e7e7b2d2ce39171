import type { App } from '../../platform/app/app.ts'
import type { Due } from '../../platform/due/due.ts'
import { nowFor } from '../../platform/merchants/caller.ts'
import { askProcessor } from './processor.ts'
import { laterCheckTimes, nextLaterCheckAt, processorRefund, returnTimes } from './return.ts'
import { type ReturnEvents, settleFailedReturn } from './returns.ts'
import { claimReturnCheck, scheduleLaterReturnCheck } from './store/return-checks.ts'
import { returnFrom } from './store/returns.ts'

/**
 * Checks a confirmed return at the processor again, and stores its failure (docs/contract/money.md#collection). Never
 * sends it again. Does nothing while another process checks it. Throws if the processor does not answer.
 */
export async function checkReturnAgain(
  app: App,
  events: Pick<ReturnEvents, 'onFailed'>,
  { actor, id }: Due,
): Promise<void> {
  const { merchantId } = actor
  const now = nowFor(app, actor)
  const leaseUntil = now + laterCheckTimes.leaseMs
  const [row] = await app.db.run(claimReturnCheck, { merchantId, id, now, leaseUntil })
  if (row === undefined) return
  const sent = returnFrom(row)
  const refund = processorRefund(sent, row.charge_reference)
  const found = await askProcessor(app, sent, returnTimes.answerMs, (cards) => cards.findRefund(refund))
  if (found.kind === 'failed') return settleFailedReturn(app, actor, events, sent)
  // An unknown return has not failed for certain: the reconciliation reports it.
  if (found.kind === 'unknown')
    app.log.error({ return_id: id }, 'the card processor does not know a return that it confirmed')
  const dueAt = nextLaterCheckAt(found, row.settled_at ?? sent.createdAt, now)
  await app.db.run(scheduleLaterReturnCheck, { merchantId, id, leaseUntil, dueAt })
}
