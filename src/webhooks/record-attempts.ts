import type { OutboundResult } from '../adapters/outbound.ts'
import type { App } from '../app/app.ts'
import { backoffMs } from '../base/backoff.ts'
import { withinDeadline } from '../base/deadline.ts'
import type { Instant } from '../base/times.ts'
import { isOfOneCall } from '../db/batch-calls.ts'
import type { Claimed } from './claimed.ts'
import type { Verdict } from './delivery.ts'
import { type Marks, openMarks } from './mark-webhooks.ts'
import * as store from './store/deliveries.ts'

/** An attempt that has ended. */
export interface Ended {
  readonly item: Claimed
  readonly result: OutboundResult
  readonly verdict: Verdict
  readonly startedAt: Instant
}

/** Writes down, in batches and one batch after the other, what this process does with the deliveries it holds. */
export interface Recorder {
  /** The delivery is ours until then; the lease is renewed until one of the others is called. */
  hold(item: Claimed, leaseEndsAt: Instant): void
  /**
   * Whether the delivery is still ours although its lease had run out, as it does when the system's clock is put forward. It then
   * goes on under the new claim, and is not sent twice.
   */
  adopt(id: string, earlierClaim: string, claim: string, leaseEndsAt: Instant): boolean
  record(ended: Ended): void
  /** Gives deliveries up, to be due again after so many milliseconds. */
  handBack(items: readonly [Claimed, number][], now: Instant): void
  /** Ends deliveries whose webhook is gone or disabled. */
  drop(items: readonly Claimed[]): void
  /** Hands back all that is still held, when everything is written; what cannot be is due again when its lease ends. */
  close(): Promise<void>
}

const name = 'record deliveries'
const gatherMs = 3
const retryMs = 500
const longestRetryMs = 5_000
/** The database has limits of its own for every statement; this is for all of them together. */
const writeMs = 45_000

export function openRecorder(app: App, leaseMs: number): Recorder {
  const held = new Map<Claimed, Instant>()
  const ends: Ended[] = []
  const handBacks: [Claimed, Instant][] = []
  const drops: Claimed[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let closed = false
  let failures = 0
  const marks = openMarks(app)
  const lockedTimers = new Set<NodeJS.Timeout>()
  const watched = app.watchdog.watch(name)
  const renewMs = leaseMs / 3

  // One write after the other: two at once could lock the same rows in different orders.
  const write = (work: () => Promise<void>): Promise<void> => {
    const isDone = (): void => {
      if (failures === 0) watched.finished(renewMs)
    }
    writing = writing
      .then(() => withinDeadline(name, writeMs, work()).then(isDone))
      .catch((error: unknown) => {
        app.log.error({ err: error }, 'could not record deliveries')
        app.metrics.roundFailed(name)
      })
    return writing
  }

  const flush = async (): Promise<void> => {
    timer = undefined
    const batch = ends.splice(0)
    let locked: readonly Ended[] = []
    try {
      if (batch.length > 0) locked = await saveEnds(app, marks, batch)
    } catch (error) {
      // Tried again while the leases last; after that others have taken the deliveries over.
      ends.push(...batch.filter(({ item }) => held.has(item)))
      failures += 1
      // Also what has ended meanwhile waits for this one timer: a second would come too soon, and nobody could clear it.
      clearTimeout(timer)
      if (!closed) timer = setTimeout(() => void write(flush), backoffMs(failures, retryMs, longestRetryMs))
      throw error
    }
    failures = 0
    tryAgain(locked)
    for (const ended of batch) if (!locked.includes(ended)) held.delete(ended.item)
    await giveUp(app, handBacks.splice(0), drops.splice(0))
  }

  const schedule = (): void => {
    // What ends after the close was handed back and is no longer ours.
    if (closed) return
    timer ??= setTimeout(() => void write(flush), gatherMs)
  }

  // What somebody holds locked waits by itself, while the lease lasts. The others go on.
  const tryAgain = (locked: readonly Ended[]): void => {
    if (locked.length === 0 || closed) return
    const lockedTimer = setTimeout(() => {
      lockedTimers.delete(lockedTimer)
      ends.push(...locked.filter(({ item }) => held.has(item)))
      schedule()
    }, retryMs)
    lockedTimers.add(lockedTimer)
  }

  const renew = async (): Promise<void> => {
    const now = app.clock.now()
    const items = [...held].filter(([, endsAt]) => endsAt - now < leaseMs * 0.75).map(([item]) => item)
    if (items.length === 0) return
    const renewed = await app.db.run(store.renewClaims, [...claimsOf(items), now + leaseMs])
    const ours = new Map(renewed.map(({ id, is_renewed }) => [id, is_renewed]))
    // What was taken over or sent again meanwhile is no longer ours to record; what somebody holds locked is, as long as it was.
    for (const item of items) {
      const isRenewed = ours.get(item.row.id)
      if (isRenewed === undefined) held.delete(item)
      else if (isRenewed && held.has(item)) held.set(item, now + leaseMs)
    }
  }
  const renewing = setInterval(() => void write(renew), renewMs)

  const release = (items: readonly Claimed[]): void => {
    for (const item of items) held.delete(item)
    if (items.length > 0) schedule()
  }
  return {
    hold: (item, leaseEndsAt) => void held.set(item, leaseEndsAt),
    adopt(id, earlierClaim, claim, leaseEndsAt) {
      const item = [...held.keys()].find((one) => one.row.id === id && one.claim === earlierClaim)
      if (item === undefined) return false
      item.claim = claim
      held.set(item, leaseEndsAt)
      return true
    },
    record(ended) {
      ends.push(ended)
      schedule()
    },
    handBack(items, now) {
      handBacks.push(...items.map(([item, delayMs]): [Claimed, Instant] => [item, now + Math.ceil(delayMs)]))
      release(items.map(([item]) => item))
    },
    drop(items) {
      drops.push(...items)
      release(items)
    },
    async close() {
      closed = true
      clearInterval(renewing)
      clearTimeout(timer)
      for (const lockedTimer of lockedTimers) clearTimeout(lockedTimer)
      watched.ended()
      await write(flush)
      const now = app.clock.now()
      await write(() =>
        giveUp(
          app,
          [...held.keys()].map((item): [Claimed, Instant] => [item, now]),
          [],
        ),
      )
      held.clear()
      await marks.close()
    },
  }
}

function claimsOf(items: readonly Claimed[]): [string[], string[], string[]] {
  return [items.map(({ row }) => row.merchant_id), items.map(({ row }) => row.id), items.map(({ claim }) => claim)]
}

async function giveUp(app: App, handBacks: readonly [Claimed, Instant][], drops: readonly Claimed[]): Promise<void> {
  if (handBacks.length > 0) {
    const claims = claimsOf(handBacks.map(([item]) => item))
    await app.db.run(store.handBackDeliveries, [...claims, handBacks.map(([, at]) => at)])
  }
  if (drops.length > 0) await app.db.run(store.dropDeliveries, claimsOf(drops))
}

/** Writes attempts down, and what they say of their webhooks. Answers those whose deliveries somebody holds locked. */
async function saveEnds(app: App, marks: Marks, batch: readonly Ended[]): Promise<readonly Ended[]> {
  try {
    return await saveTogether(app, marks, batch)
  } catch (error) {
    // Nobody's attempts stay unwritten for another's.
    if (batch.length === 1 || !isOfOneCall(error)) throw error
    app.log.error({ err: error }, 'could not record some deliveries together')
    const saved = await Promise.allSettled(batch.map((ended) => saveTogether(app, marks, [ended])))
    return batch.filter((_, index) => saved[index]?.status === 'rejected' || hasAny(saved[index]))
  }
}

function hasAny(saved: PromiseSettledResult<readonly Ended[]> | undefined): boolean {
  return saved?.status === 'fulfilled' && saved.value.length > 0
}

async function saveTogether(app: App, marks: Marks, batch: readonly Ended[]): Promise<readonly Ended[]> {
  const rows = await app.db.run(store.recordAttempts, [
    ...claimsOf(batch.map(({ item }) => item)),
    batch.map(({ verdict }) => verdict.state),
    batch.map(({ verdict }) => verdict.nextAttemptAt),
    batch.map(({ startedAt }) => startedAt),
    batch.map(({ result }) => (result.kind === 'answered' ? result.status : null)),
    batch.map(({ result }) => result.durationMs),
    batch.map(({ result }) => (result.kind === 'answered' ? result.answer : result.failure)),
    batch.map(({ item }) => item.row.webhook_id),
    batch.map(({ item }) => item.row.revision),
  ])
  const isRecorded = new Map(rows.map(({ id, is_recorded }) => [id, is_recorded]))
  for (const ended of batch) {
    const { id: delivery_id, webhook_id } = ended.item.row
    const told = { delivery_id, webhook_id, duration_ms: ended.result.durationMs }
    if (isRecorded.get(delivery_id) === true) marks.add(ended)
    else if (!isRecorded.has(delivery_id)) app.log.warn(told, 'a delivery was taken over before its result came')
  }
  return batch.filter(({ item }) => isRecorded.get(item.row.id) === false)
}
