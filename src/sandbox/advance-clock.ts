import type { App } from '../app/app.ts'
import type { Instant } from '../base/times.ts'
import { listDueDisputesOf, settleDispute } from '../disputes/settle-disputes.ts'
import { doOne } from '../due/do-due.ts'
import { type Caller, nowFor } from '../merchants/caller.ts'
import { forgetKeysOf } from '../merchants/find-key-holder.ts'
import { getActor } from '../merchants/get-actor.ts'
import { tryStepClock } from '../merchants/step-clock.ts'
import { getPayment } from '../payments/get-payment.ts'
import { listDuePaymentsOf } from '../payments/settle-payments.ts'

interface Step {
  readonly id: string
  readonly dueAt: Instant
  /** Does what is due, as the merchant's clock stands then; what fails is gone past, and tried again later. */
  run(caller: Caller): Promise<unknown>
}

/** No clock goes further: beyond, instants leave the calendar that clients can read. */
const lastReachable: Instant = Date.parse('2999-12-31T00:00:00Z')

/**
 * Moves the merchant's clock on by so many milliseconds and answers its new offset. Everything of this merchant that falls due
 * on the way is done in order, each at its own time: the clock stops at every one. Undefined, and nothing moves, when that is
 * beyond the year 2999.
 *
 * Moves of one clock at the same time, in whatever processes, all count: each goes in steps that hold only from where the
 * clock was seen to stand, and none steps over what is due and not done. Nothing is locked, so a move that was killed has
 * come as far as it came.
 */
export async function advanceMerchantClock(app: App, caller: Caller, byMs: number): Promise<number | undefined> {
  const passed = new Set<string>()
  for (let leftMs = byMs; ; ) {
    const { clockOffsetMs } = await getActor(app, caller.merchantId, 'service')
    const at = { ...caller, clockOffsetMs }
    const now = nowFor(app, at)
    if (leftMs === byMs && now + leftMs > lastReachable) return undefined
    const due = await nextDue(app, at, now + leftMs, passed)
    const stepMs = due === undefined ? leftMs : Math.max(due.dueAt - now, 0)
    if (stepMs > 0 && !(await tryStepClock(app, at, stepMs))) continue
    leftMs -= stepMs
    const reachedMs = clockOffsetMs + stepMs
    if (due === undefined) {
      await forgetKeysOf(app, caller.merchantId)
      return reachedMs
    }
    passed.add(due.id)
    await due.run({ ...at, clockOffsetMs: reachedMs, name: 'service' })
  }
}

// Each thing is tried once on the way: what somebody holds is gone past.
async function nextDue(
  app: App,
  caller: Caller,
  until: Instant,
  passed: ReadonlySet<string>,
): Promise<Step | undefined> {
  const payments = await listDuePaymentsOf(app, caller, until)
  const disputes = await listDueDisputesOf(app, caller, until)
  const all: Step[] = [
    ...payments.map((due) => ({
      id: due.id,
      dueAt: due.dueAt,
      run: (service: Caller) =>
        doOne(app, 'payment', due, () => getPayment(app, { ...service, isTest: due.isTest }, due.id)),
    })),
    ...disputes.map((due) => ({
      id: due.id,
      dueAt: due.dueAt,
      run: (service: Caller) => doOne(app, 'dispute', due, () => settleDispute(app, service, due.id)),
    })),
  ]
  return all.filter(({ id }) => !passed.has(id)).sort((a, b) => a.dueAt - b.dueAt)[0]
}
