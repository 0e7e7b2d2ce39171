import { isOwnFailure, type OutboundFailure, type OutboundResult } from '../adapters/outbound.ts'
import type { App } from '../app/app.ts'
import { backoffMs } from '../base/backoff.ts'
import { withinDeadline } from '../base/deadline.ts'
import { newOrderedId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import { type Claimed, messageOf } from './claimed.ts'
import { judgeAttempt } from './delivery.ts'
import { type LaneLimits, Lanes, usualLimits } from './lanes.ts'
import { messageRequest } from './message.ts'
import type { CompleteNotification } from './notification.ts'
import { openRecorder } from './record-attempts.ts'
import { Setbacks } from './setbacks.ts'
import { claimDueDeliveries } from './store/deliveries.ts'

export interface CourierOptions {
  /** How often the database is asked when nobody rings. */
  readonly pollMs: number
  /** A crashed process's deliveries are taken over after so long. */
  readonly leaseMs: number
  /** The least time between two looks at the database, so that what comes together is claimed together. */
  readonly gatherMs: number
  /** A look at the database that takes longer is left to itself. */
  readonly claimMs: number
  readonly limits: LaneLimits
}

const usualOptions: CourierOptions = { pollMs: 200, leaseMs: 12_000, gatherMs: 4, claimMs: 45_000, limits: usualLimits }

/** At most so many deliveries are claimed at once, and so many wait in memory. */
const batch = 200
const mostQueued = 2_000

const claiming = 'claim deliveries'
const retryMs = 1_000
const longestRetryMs = 5_000

/** Delivers what is due, in this process, until it is stopped. Any number of them share the work. */
export interface Courier {
  /** Claims nothing more, gives what runs so long to end, and hands the rest back to be delivered by others at once. */
  stop(graceMs?: number): Promise<void>
}

/**
 * Opens a courier: it claims due deliveries under a lease that it renews, sends them with no transaction open, and records
 * what came of it (decisions section 8). It looks when it is rung, and by itself every `pollMs`.
 */
export function openCourier(app: App, complete: CompleteNotification, given: Partial<CourierOptions> = {}): Courier {
  const options = { ...usualOptions, ...given }
  const lanes = new Lanes<Claimed>(options.limits)
  const recorder = openRecorder(app, options.leaseMs)
  const setbacks = new Setbacks()
  const stopping = Promise.withResolvers<void>()
  let stopped = false
  let ended: (() => void) | undefined
  const alarm = newAlarm()

  const putBack = (items: readonly [Claimed, number][]): void => recorder.handBack(items, app.clock.now())

  const startAll = (): void => {
    for (let item = stopped ? undefined : lanes.next(); item !== undefined; item = lanes.next()) void send(item)
  }

  async function send(item: Claimed): Promise<void> {
    const slowTimer = setTimeout(() => {
      putBack(lanes.markSlow(item, performance.now()))
      startAll()
    }, options.limits.slowMs)
    const startedAt = app.clock.now()
    const result = await attempt(app, complete, item, startedAt)
    clearTimeout(slowTimer)
    if (result === undefined) setBack(item)
    else finish(item, result, startedAt)
    startAll()
    if (lanes.queued < mostQueued / 2) alarm.roomAgain()
    if (stopped && lanes.running === 0) ended?.()
  }

  function finish(item: Claimed, result: OutboundResult, startedAt: Instant): void {
    setbacks.clear(item.webhookId)
    const verdict = judgeAttempt(result, {
      attemptsBefore: item.attemptsBefore,
      endedAt: app.clock.now(),
      failingSince: item.failingSince,
      retrySeconds: app.config.webhookRetrySeconds,
    })
    recorder.record({ item, result, verdict, startedAt })
    putBack(lanes.end(item, verdict.state === 'delivered', result.durationMs, performance.now()))
  }

  // What failed here was no attempt: the delivery waits as it did, and so does what else there is for its webhook.
  function setBack(item: Claimed): void {
    app.metrics.itemFailed('delivery')
    const now = performance.now()
    const delayMs = setbacks.add(item.webhookId, now)
    const behind = lanes.end(item, false, 0, now)
    putBack([item, ...behind.map(([one]) => one)].map((one): [Claimed, number] => [one, delayMs]))
  }

  async function claim(): Promise<boolean> {
    const now = app.clock.now()
    const leaseEndsAt = now + options.leaseMs
    const claimId = newOrderedId()
    const rows = await app.db.run(claimDueDeliveries, [now, batch, claimId, leaseEndsAt])
    const dropped: Claimed[] = []
    const putOff: [Claimed, number][] = []
    for (const row of rows) {
      if (row.earlier_claim !== null && recorder.adopt(row.id, row.earlier_claim, claimId, leaseEndsAt)) continue
      const item: Claimed = {
        row,
        claim: claimId,
        // What hangs at an address that was replaced holds nothing back from the new one.
        webhookId: `${row.webhook_id} ${row.revision}`,
        subjectId: row.dispute_id ?? row.payment_id,
        attemptsBefore: row.attempts - row.earlier_attempts,
        failingSince: row.failing_since,
      }
      recorder.hold(item, leaseEndsAt)
      if (row.url === null) dropped.push(item)
      else {
        const now = performance.now()
        const delayMs = setbacks.waitMs(item.webhookId, now) ?? lanes.add(item, row.failing_since !== null, now)
        if (delayMs !== undefined) putOff.push([item, delayMs])
      }
    }
    recorder.drop(dropped)
    putBack(putOff)
    startAll()
    return rows.length === batch
  }

  async function work(): Promise<void> {
    const watched = app.watchdog.watch(claiming)
    let failures = 0
    while (!stopped) {
      try {
        const isMore = lanes.queued < mostQueued && (await withinDeadline(claiming, options.claimMs, claim()))
        failures = 0
        watched.finished(options.pollMs)
        if (!isMore || lanes.queued >= mostQueued) await alarm.wait(options.pollMs)
      } catch (error) {
        app.log.error({ err: error }, 'could not claim deliveries')
        app.metrics.roundFailed(claiming)
        failures += 1
        await waitFor(stopping.promise, backoffMs(failures, retryMs, longestRetryMs))
      }
      if (!stopped) await alarm.pause(options.gatherMs)
    }
    watched.ended()
  }

  const stopListening = app.deliveriesDue.onWake(alarm.ring)
  const working = work()
  return {
    async stop(graceMs = 5_000) {
      stopped = true
      stopping.resolve()
      stopListening()
      alarm.ring()
      await waitFor(working, graceMs)
      recorder.handBack(
        lanes.clear().map((item) => [item, 0]),
        app.clock.now(),
      )
      if (lanes.running > 0) await waitFor(new Promise<void>((resolve) => (ended = resolve)), graceMs)
      await waitFor(recorder.close(), graceMs)
    },
  }
}

/** What came of the request; undefined when it could not be made up or sent for a reason of our own, which is told to the operator. */
async function attempt(
  app: App,
  complete: CompleteNotification,
  item: Claimed,
  at: Instant,
): Promise<OutboundResult | undefined> {
  const { id: delivery_id, webhook_id } = item.row
  try {
    const result = await app.outbound.post(messageRequest(await messageOf(app, complete, item), at))
    if (result.kind === 'answered' || !isOurs(app, result.failure)) return result
    app.log.error({ reason: result.failure, delivery_id, webhook_id }, 'could not send a delivery')
  } catch (error) {
    // A secret that cannot be opened, say.
    app.log.error({ err: error, delivery_id, webhook_id }, 'could not make up a delivery')
  }
  return undefined
}

// A sandbox on a machine without a network tells integrators of every name that it could not resolve.
function isOurs(app: App, failure: OutboundFailure): boolean {
  return isOwnFailure(failure) && (failure !== 'no name server answers' || app.config.mode === 'production')
}

/** Waits that a ring ends early. A ring while nobody waits ends the next wait. */
function newAlarm() {
  let rung = false
  let wake: (() => void) | undefined
  const ring = (): void => {
    rung = true
    wake?.()
  }
  return {
    ring,
    roomAgain: ring,
    async wait(ms: number): Promise<void> {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        wake = undefined
      }
      rung = false
    },
    pause: delay,
  }
}

/** Waits until it comes about, or for so many milliseconds. */
async function waitFor(what: Promise<void>, ms: number): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  await Promise.race([what, late.promise])
  clearTimeout(timer)
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
