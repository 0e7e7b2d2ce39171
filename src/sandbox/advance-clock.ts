import type { App } from '../app/app.ts'
import type { Instant } from '../base/times.ts'
import { listDueDisputesOf, settleDispute } from '../disputes/settle-disputes.ts'
import { type Caller, nowFor } from '../merchants/caller.ts'
import { forgetKeysOf } from '../merchants/find-key-holder.ts'
import { moveClock } from '../merchants/move-clock.ts'
import { getPayment } from '../payments/get-payment.ts'
import { listDuePaymentsOf } from '../payments/settle-payments.ts'

interface Due {
  readonly dueAt: Instant
  /** Does what is due, as the merchant's clock stands then. */
  run(caller: Caller): Promise<unknown>
}

/**
 * Moves the merchant's clock on by so many milliseconds and answers its new offset. Everything of this merchant that falls due
 * on the way is done in order, each at its own time: the clock stops at every one.
 */
export async function advanceMerchantClock(app: App, caller: Caller, byMs: number): Promise<number> {
  const goalOffsetMs = caller.clockOffsetMs + byMs
  const goal = nowFor(app, { clockOffsetMs: goalOffsetMs })
  let current = caller
  for (let due = await nextDue(app, current, goal); due !== undefined; due = await nextDue(app, current, goal)) {
    const aheadMs = Math.max(due.dueAt - nowFor(app, current), 0)
    current = { ...current, clockOffsetMs: await moveClock(app, caller.merchantId, current.clockOffsetMs + aheadMs) }
    await due.run({ ...current, name: 'service' })
  }
  const reached = await moveClock(app, caller.merchantId, goalOffsetMs)
  await forgetKeysOf(app, caller.merchantId)
  return reached
}

async function nextDue(app: App, caller: Caller, until: Instant): Promise<Due | undefined> {
  const payments = await listDuePaymentsOf(app, caller, until)
  const disputes = await listDueDisputesOf(app, caller, until)
  const all: Due[] = [
    ...payments.map(({ id, isTest, dueAt }) => ({
      dueAt,
      run: (service: Caller) => getPayment(app, { ...service, isTest }, id),
    })),
    ...disputes.map(({ id, dueAt }) => ({ dueAt, run: (service: Caller) => settleDispute(app, service, id) })),
  ]
  return all.sort((a, b) => a.dueAt - b.dueAt)[0]
}
