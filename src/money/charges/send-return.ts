import type { RefundFinding } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import { errorName } from '../../platform/base/error-name.ts'
import { type Actor, nowFor, serviceActor } from '../../platform/merchants/caller.ts'
import { confirmedReturnEntries, entryRecordOf } from '../ledger/entries.ts'
import { askProcessor, findOrSendRefund } from './processor.ts'
import {
  nextLaterCheckAt,
  nextReturnCheckMs,
  processorRefund,
  type Return,
  type ReturnKey,
  returnTimes,
} from './return.ts'
import { type ReturnEvents, settleFailedReturn } from './returns.ts'
import { claimReturn, confirmReturn, returnFrom, scheduleReturnCheck } from './store/returns.ts'

/**
 * Claims a due return, has the processor refund it or looks it up, and stores the result. Returns false if another
 * process has claimed it. Goes by the return's id, so a lost answer causes no second refund. A failure is logged,
 * counted and retried with backoff, and never thrown.
 */
export async function sendReturn(app: App, events: ReturnEvents, { merchantId, id }: ReturnKey): Promise<boolean> {
  const [row] = await app.db.run(claimReturn, { merchantId, id, leaseMs: returnTimes.leaseMs })
  if (row === undefined) return false
  const sent = returnFrom(row)
  const actor = serviceActor(merchantId, sent.isTest, Number(row.clock_offset_ms))
  try {
    await events.beforeSending(app, actor, sent)
    const found = await ask(app, sent, row.charge_reference)
    if (found.kind === 'refunded') await confirm(app, actor, sent, found)
    else if (found.kind === 'failed') await settleFailedReturn(app, actor, events, sent)
    else await askAgain(app, sent)
  } catch (error) {
    app.log.error({ return_id: id, checks: sent.checks, reason: errorName(error) }, 'return unresolved')
    app.metrics.itemFailed('return')
    await askAgain(app, sent).catch(() => undefined)
  }
  return true
}

async function ask(app: App, sent: Return, reference: string): Promise<RefundFinding> {
  const refund = processorRefund(sent, reference)
  return askProcessor(app, sent, returnTimes.answerMs, (cards): Promise<RefundFinding> => {
    return sent.checks > 1 ? findOrSendRefund(cards, refund) : cards.refund(refund)
  })
}

async function confirm(app: App, actor: Actor, sent: Return, answer: RefundFinding): Promise<void> {
  const { merchantId, id, amountMinor, isTest } = sent
  const entries = confirmedReturnEntries(amountMinor).map((entry) => ({ number: 0, ...entryRecordOf(entry) }))
  const at = nowFor(app, actor)
  const dueAt = nextLaterCheckAt(answer, at, at)
  const confirmed = await app.db.run(confirmReturn, { merchantId, id, entries, at, dueAt })
  if (confirmed.length > 0) app.metrics.happened('returns', 'confirm', isTest)
}

async function askAgain(app: App, { merchantId, id, checks }: Return): Promise<void> {
  await app.db.run(scheduleReturnCheck, { merchantId, id, inMs: nextReturnCheckMs(checks) })
}
