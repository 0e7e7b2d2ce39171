import type { App } from '../../platform/app/app.ts'
import { service } from '../../platform/base/principal.ts'
import type { Instant } from '../../platform/base/times.ts'
import { type DueAt, type DueWork, type ListedWork, maxBatchSize } from '../../platform/due/due.ts'
import { runDue } from '../../platform/due/retries.ts'
import { settleUnbegunOf } from '../../platform/due/settling.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { tryStepClock } from '../../platform/merchants/clocks.ts'
import { forgetKeysOf } from '../../platform/merchants/keys/known-keys.ts'
import { getActor } from '../../platform/merchants/merchants.ts'
import { refusals } from '../refusals.ts'
import { waitForWorkers, waitMs } from './wait-for-workers.ts'

/** What falls due on the way, and how it is done. */
interface Step {
  readonly work: ListedWork
  readonly due: DueAt
}

/** No clock goes further: beyond, instants leave the calendar that clients can read. */
const lastReachable: Instant = Date.parse('2999-12-31T00:00:00Z')

/**
 * Moves the merchant's clock on by so many milliseconds and answers its new offset. Everything of this merchant that falls due
 * on the way is done in order, each at its own time: the clock stops at every one. Undefined, and nothing moves, when that is
 * beyond the year 2999.
 *
 * Advances of one clock at the same time, in whatever processes, all count: each goes in steps that hold only from where the
 * clock was seen to stand, and none steps over what is due and not done. Nothing is locked, so one that was killed has
 * come as far as it came. With `seenMs`, it goes on from that offset only: refuses with `clockMoved` where it stands elsewhere.
 */
export async function advanceMerchantClock(
  app: App,
  works: readonly DueWork[],
  caller: Actor,
  byMs: number,
  expectedOffsetMs?: number,
): Promise<number | undefined> {
  const tried = new TriedWork()
  let sendingMs = waitMs
  let waitUntilMs = performance.now() + waitMs
  for (let leftMs = byMs; ; ) {
    const { clockOffsetMs } = await getActor(app, caller.merchantId, service)
    if (expectedOffsetMs !== undefined && leftMs === byMs && clockOffsetMs !== expectedOffsetMs)
      throw refusals.clockMoved()
    const at = { ...caller, clockOffsetMs }
    const now = nowFor(app, at)
    if (leftMs === byMs && now + leftMs > lastReachable) return undefined
    await waitForWorkers(app, works, at)
    sendingMs -= await settleUnbegun(app, works, at, sendingMs)
    // A worker may have begun some of it meanwhile.
    await waitForWorkers(app, works, at)
    const { next, isUnderWay } = await findNext(app, works, at, now + leftMs, tried)
    // Somebody has begun it since that was waited for, and may fall due again on the way.
    if (isUnderWay && performance.now() < waitUntilMs) continue
    const stepMs = next === undefined ? leftMs : Math.max(next.due.dueAt - now, 0)
    if (stepMs > 0 && !(await tryStepClock(app, at, stepMs))) continue
    leftMs -= stepMs
    waitUntilMs = performance.now() + waitMs
    const reachedMs = clockOffsetMs + stepMs
    if (next === undefined) {
      await forgetKeysOf(app, caller.merchantId)
      return reachedMs
    }
    const { work, due } = next
    tried.add(due, await runDue(app, work, { ...due, actor: { ...due.actor, clockOffsetMs: reachedMs } }))
  }
}

/**
 * Does what falls due by the database's clock and nobody has begun, such as what goes back to cards, while this merchant's clock stands
 * where that was asked for. Answers how many milliseconds it took: what does not answer takes up what there is for all steps together.
 */
async function settleUnbegun(app: App, works: readonly DueWork[], actor: Actor, maxWaitMs: number): Promise<number> {
  const startedAt = performance.now()
  for (const work of works) if ('claimsForMs' in work) await settleUnbegunOf(app, work, actor, maxWaitMs)
  return performance.now() - startedAt
}

/** A thing that is done may be due again at the same time, for something else of it: so often at most. */
const maxTimesAtOnce = 10

/** What was tried on the way, by its time. What somebody holds is gone past. */
class TriedWork {
  readonly #times = new Map<string, number>()

  add(due: DueAt, isDone: boolean): void {
    const key = keyOf(due)
    this.#times.set(key, isDone ? (this.#times.get(key) ?? 0) + 1 : maxTimesAtOnce)
  }

  has(due: DueAt): boolean {
    return (this.#times.get(keyOf(due)) ?? 0) >= maxTimesAtOnce
  }
}

/** What is known to fall due next, and whether something is under way of which it is not known. */
interface NextStep {
  readonly next: Step | undefined
  readonly isUnderWay: boolean
}

async function findNext(
  app: App,
  works: readonly DueWork[],
  caller: Actor,
  until: Instant,
  tried: TriedWork,
): Promise<NextStep> {
  const steps: Step[] = []
  let isUnderWay = false
  const actor = { ...caller, principal: service }
  for (const work of works) {
    // What falls due by the database's clock does so by no merchant's.
    if (!('listDueOf' in work)) continue
    const found = await findFirst(app, work, actor, until, tried)
    if (found.first !== undefined) steps.push({ work, due: found.first })
    isUnderWay ||= found.isUnderWay
  }
  return { next: steps.sort((a, b) => a.due.dueAt - b.due.dueAt)[0], isUnderWay }
}

/** The same thing may fall due several times on the way. */
function keyOf({ id, dueAt }: DueAt): string {
  return `${id} ${dueAt}`
}

// Each thing is tried once at each of its times: what somebody holds is gone past, and stays at the head of the list, however much it is.
async function findFirst(
  app: App,
  work: ListedWork,
  actor: Actor,
  until: Instant,
  tried: TriedWork,
): Promise<{ readonly first: DueAt | undefined; readonly isUnderWay: boolean }> {
  for (let limit = maxBatchSize; ; limit *= 2) {
    const listed = await work.listDueOf(app, actor, 'both', until, limit)
    const first = listed.find((due) => !due.isUnderWay && !tried.has(due))
    const isUnderWay = listed.some((due) => due.isUnderWay)
    if (first !== undefined || listed.length < limit) return { first, isUnderWay }
  }
}
