import type { App } from '../app/app.ts'
import { service } from '../base/principal.ts'
import type { Instant } from '../base/times.ts'
import { type DueAt, type DueWork, type ListedWork, maxBatchSize } from '../due/due.ts'
import { runDue } from '../due/run-due.ts'
import { settleUnbegunOf } from '../due/settle-unbegun-of.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { getActor } from '../merchants/get-actor.ts'
import { forgetKeysOf } from '../merchants/keys/known-keys.ts'
import { tryStepClock } from '../merchants/step-clock.ts'
import { refusals } from './refusals.ts'
import { waitForOthers, waitMs } from './wait-for-others.ts'

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
  seenMs?: number,
): Promise<number | undefined> {
  const passed = new Passed()
  let sendingMs = waitMs
  for (let leftMs = byMs; ; ) {
    const { clockOffsetMs } = await getActor(app, caller.merchantId, service)
    if (seenMs !== undefined && leftMs === byMs && clockOffsetMs !== seenMs) throw refusals.clockMoved()
    const at = { ...caller, clockOffsetMs }
    const now = nowFor(app, at)
    if (leftMs === byMs && now + leftMs > lastReachable) return undefined
    await waitForOthers(app, works, at)
    sendingMs -= await settleUnbegun(app, works, at, sendingMs)
    const next = await findNext(app, works, at, now + leftMs, passed)
    const stepMs = next === undefined ? leftMs : Math.max(next.due.dueAt - now, 0)
    if (stepMs > 0 && !(await tryStepClock(app, at, stepMs))) continue
    leftMs -= stepMs
    const reachedMs = clockOffsetMs + stepMs
    if (next === undefined) {
      await forgetKeysOf(app, caller.merchantId)
      return reachedMs
    }
    const { work, due } = next
    passed.add(due, await runDue(app, work, { ...due, actor: { ...due.actor, clockOffsetMs: reachedMs } }))
  }
}

/**
 * Does what falls due by the database's clock and nobody has begun, such as what goes back to cards, while this merchant's clock stands
 * where that was asked for. Answers how many milliseconds it took: what does not answer takes up what there is for all steps together.
 */
async function settleUnbegun(app: App, works: readonly DueWork[], actor: Actor, mostMs: number): Promise<number> {
  const startedAt = performance.now()
  const wasAny: boolean[] = []
  for (const work of works) if ('claimsForMs' in work) wasAny.push(await settleUnbegunOf(app, work, actor, mostMs))
  // A worker may have begun some of it meanwhile.
  if (wasAny.includes(true)) await waitForOthers(app, works, actor)
  return performance.now() - startedAt
}

/** A thing that is done may be due again at the same time, for something else of it: so often at most. */
const maxTimesAtOnce = 10

/** What was tried on the way, by its time. What somebody holds is gone past. */
class Passed {
  readonly #times = new Map<string, number>()

  add(due: DueAt, isDone: boolean): void {
    const key = keyOf(due)
    this.#times.set(key, isDone ? (this.#times.get(key) ?? 0) + 1 : maxTimesAtOnce)
  }

  has(due: DueAt): boolean {
    return (this.#times.get(keyOf(due)) ?? 0) >= maxTimesAtOnce
  }
}

async function findNext(
  app: App,
  works: readonly DueWork[],
  caller: Actor,
  until: Instant,
  passed: Passed,
): Promise<Step | undefined> {
  const steps: Step[] = []
  const actor = { ...caller, principal: service }
  for (const work of works) {
    // What falls due by the database's clock does so by no merchant's.
    if (!('listDueOf' in work)) continue
    const due = await findFirst(app, work, actor, until, passed)
    if (due !== undefined) steps.push({ work, due })
  }
  return steps.sort((a, b) => a.due.dueAt - b.due.dueAt)[0]
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
  passed: Passed,
): Promise<DueAt | undefined> {
  for (let limit = maxBatchSize; ; limit *= 2) {
    const listed = await work.listDueOf(app, actor, 'both', until, limit)
    const first = listed.find((due) => !passed.has(due))
    if (first !== undefined || listed.length < limit) return first
  }
}
