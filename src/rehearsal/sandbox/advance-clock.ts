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

/** Due work on the way, and its kind. */
interface Step {
  readonly work: ListedWork
  readonly due: DueAt
}

/** Latest time of a merchant's clock. Later instants do not fit into common calendars. */
const lastReachable: Instant = Date.parse('2999-12-31T00:00:00Z')

/**
 * Advances the merchant's clock by `byMs`, and returns its new offset. Everything of this merchant that falls due on
 * the way runs in order, each at its own time. Returns undefined, and changes nothing, beyond the year 2999.
 * Concurrent advances of one clock all count, in any process: each step applies only to the offset that was read, and
 * no step skips due work. Nothing is locked, so a killed advance stays where it stopped. `expectedOffsetMs`: refuses
 * with `clockMoved` if the clock has another offset.
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
    // A worker may have started some of it meanwhile.
    await waitForWorkers(app, works, at)
    const { next, isUnderWay } = await findNext(app, works, at, now + leftMs, tried)
    // A worker has started it after the wait. It may fall due again on the way.
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
 * Runs unclaimed work that falls due by the database's clock, such as returns to cards, while this merchant's clock
 * stands at the requested time. Returns the milliseconds that it took. Work that does not answer uses up the time of
 * all steps together.
 */
async function settleUnbegun(app: App, works: readonly DueWork[], actor: Actor, maxWaitMs: number): Promise<number> {
  const startedAt = performance.now()
  for (const work of works) if ('claimsForMs' in work) await settleUnbegunOf(app, work, actor, maxWaitMs)
  return performance.now() - startedAt
}

/** Upper limit on how often one item may be processed again at the same time. */
const maxTimesAtOnce = 10

/** Due work that was tried on the way, by item and time. Locked items are passed over. */
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

/** The next due work, and whether running work may still produce earlier work. */
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
    // Work by the database's clock depends on no merchant's clock.
    if (!('listDueOf' in work)) continue
    const found = await findFirst(app, work, actor, until, tried)
    if (found.first !== undefined) steps.push({ work, due: found.first })
    isUnderWay ||= found.isUnderWay
  }
  return { next: steps.sort((a, b) => a.due.dueAt - b.due.dueAt)[0], isUnderWay }
}

/** One item may fall due several times on the way. */
function keyOf({ id, dueAt }: DueAt): string {
  return `${id} ${dueAt}`
}

// Each item is tried once per due time. Locked items are passed over but stay at the head of the list, so the limit
// grows until another item is found.
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
