import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
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

/** No clock goes further: beyond, instants leave the calendar that clients can read. */
const lastReachable: Instant = Date.parse('2999-12-31T00:00:00Z')

// The moves of one merchant's clock come one after the other, or two at a time would count as one.
const movingByApp = new WeakMap<App, Map<MerchantId, Promise<unknown>>>()

/**
 * Moves the merchant's clock on by so many milliseconds and answers its new offset. Everything of this merchant that falls due
 * on the way is done in order, each at its own time: the clock stops at every one. Undefined, and nothing moves, when that is
 * beyond the year 2999.
 */
export async function advanceMerchantClock(app: App, caller: Caller, byMs: number): Promise<number | undefined> {
  const moving = movingByApp.get(app) ?? new Map<MerchantId, Promise<unknown>>()
  movingByApp.set(app, moving)
  const earlier = moving.get(caller.merchantId) ?? Promise.resolve()
  const own = earlier.then(() => advance(app, caller, byMs))
  const settled = own.catch(() => undefined)
  moving.set(caller.merchantId, settled)
  return own.finally(() => {
    if (moving.get(caller.merchantId) === settled) moving.delete(caller.merchantId)
  })
}

async function advance(app: App, caller: Caller, byMs: number): Promise<number | undefined> {
  let current = { ...caller, clockOffsetMs: await moveClock(app, caller.merchantId, 0) }
  const goalOffsetMs = current.clockOffsetMs + byMs
  const goal = nowFor(app, { clockOffsetMs: goalOffsetMs })
  if (goal > lastReachable) return undefined
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
