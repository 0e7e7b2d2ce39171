import { setTimeout as pause } from 'node:timers/promises'
import type { OutboundResult } from '../../adapters/outbound.ts'
import type { WatchedLoop } from '../../adapters/watchdog.ts'
import type { App } from '../../app/app.ts'
import { withinDeadline } from '../../base/deadline.ts'
import { newOrderedId } from '../../base/ids.ts'
import { backoffMs, type Instant, second } from '../../base/times.ts'
import { batchCalls, isOfOneCall } from '../../db/batch-calls.ts'
import * as store from '../store/deliveries.ts'
import type { Verdict } from './attempt.ts'
import type { QueuedDelivery } from './endpoint-queues.ts'

/** A delivery that this process has claimed under a lease. */
export interface ClaimedDelivery extends QueuedDelivery {
  readonly row: store.ClaimedRow
  claim: string
  /** The end of the lease by `performance.now()`: not later than the database's. */
  leaseEndsAt: number
}

/** An attempt that has ended. */
export interface EndedAttempt {
  readonly delivery: ClaimedDelivery
  readonly result: OutboundResult
  readonly verdict: Verdict
  readonly startedAt: Instant
}

const name = 'record deliveries'
const batches = { maxBatchSize: 500, maxInFlight: 1 } as const
/** Results within this time are written together. */
const batchMs = 3
const retryMs = 500
const maxRetryMs = 5 * second
/** The limit of a write with all its statements. The database limits each statement by itself. */
const writeMs = 45 * second

/** The deliveries that this process has claimed. Each lease is renewed until the delivery is recorded or released. */
export class Claims {
  readonly #app: App
  readonly #leaseMs: number
  readonly #claimed = new Map<string, ClaimedDelivery>()
  readonly #watched: WatchedLoop
  readonly #renewing: NodeJS.Timeout
  /** Attempts that could not be written. They wait for the next try. */
  readonly #unwritten = new Set<EndedAttempt>()
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #closing = new AbortController()
  #lastWrite: Promise<unknown> = Promise.resolve()
  #failures = 0
  #nextTry: Promise<void> | undefined
  #batchStarts: Promise<void> | undefined

  constructor(app: App, leaseMs: number) {
    this.#app = app
    this.#leaseMs = leaseMs
    this.#watched = app.watchdog.watch(name)
    this.#watched.finished(leaseMs / 3)
    this.#renewing = setInterval(() => void this.#renew().catch(() => undefined), leaseMs / 3)
  }

  /** Claims up to `limit` due deliveries. Returns those new to this process; `isMore`: the limit was reached. */
  async claim(limit: number): Promise<{ deliveries: ClaimedDelivery[]; isMore: boolean }> {
    const claim = newOrderedId()
    const leaseEndsAt = performance.now() + this.#leaseMs
    const now = this.#app.clock.now()
    const rows = await this.#app.db.run(store.claimDueDeliveries, { now, limit, claim, leaseMs: this.#leaseMs })
    const deliveries: ClaimedDelivery[] = []
    for (const row of rows) {
      if (this.#reclaim(row, claim, leaseEndsAt)) continue
      // The revision is part of it: requests that hang at a replaced address must not delay the new one.
      const endpointId = `${row.webhook_id} ${row.revision}`
      deliveries.push({ row, claim, leaseEndsAt, endpointId, subjectId: row.dispute_id ?? row.payment_id })
    }
    // The answer came after the end of the lease: another process may have claimed the deliveries by now.
    if (performance.now() >= leaseEndsAt) return { deliveries: [], isMore: false }
    for (const delivery of deliveries) this.#claimed.set(delivery.row.id, delivery)
    return { deliveries, isMore: rows.length === limit }
  }

  /** Returns whether the delivery may be sent: it is claimed by this process, and its lease has not ended. */
  isOurs(delivery: ClaimedDelivery): boolean {
    return this.#isClaimed(delivery) && performance.now() < delivery.leaseEndsAt
  }

  /** Forgets a delivery that this process has lost, so that it can claim it anew. */
  letGo(delivery: ClaimedDelivery): void {
    if (this.#isClaimed(delivery)) this.#claimed.delete(delivery.row.id)
  }

  /** Stores the attempt, with retries while the delivery is claimed by this process. Returns whether it is stored. */
  record(ended: EndedAttempt): Promise<boolean> {
    return this.#track(this.#record(ended))
  }

  /** Releases the delivery, due again after `delayMs`. Resolves once written, or once the write has failed. */
  release(delivery: ClaimedDelivery, delayMs: number): Promise<void> {
    return this.#giveUp(delivery, 'waiting', this.#app.clock.now() + Math.ceil(delayMs))
  }

  /** Drops a delivery whose webhook is removed or disabled. */
  drop(delivery: ClaimedDelivery): void {
    void this.#giveUp(delivery, 'dropped', null)
  }

  /** Waits for all writes, then releases the remaining deliveries. The lease's end releases what cannot be written. */
  async close(): Promise<void> {
    clearInterval(this.#renewing)
    this.#closing.abort()
    this.#watched.ended()
    await Promise.all(this.#underWay)
    for (const delivery of this.#claimed.values()) this.release(delivery, 0)
    await Promise.all(this.#underWay)
  }

  #isClaimed(delivery: ClaimedDelivery): boolean {
    return this.#claimed.get(delivery.row.id) === delivery
  }

  // If this process stands still, a lease may end and the process claims its own delivery again. The delivery
  // continues under the new claim, so it is not sent twice.
  #reclaim(row: store.ClaimedRow, claim: string, leaseEndsAt: number): boolean {
    const held = this.#claimed.get(row.id)
    if (held === undefined || held.claim !== row.earlier_claim) return false
    held.claim = claim
    held.leaseEndsAt = leaseEndsAt
    return true
  }

  async #record(ended: EndedAttempt): Promise<boolean> {
    const { delivery, result } = ended
    let outcome: 'recorded' | 'locked' | 'lost' = 'locked'
    while (outcome === 'locked' && this.#isClaimed(delivery)) {
      const isLast = this.#closing.signal.aborted
      await this.#startBatch()
      outcome = await this.#recordTogether(ended).catch((error: unknown) => {
        // An error of one attempt is no failure of the loop.
        if (!isOfOneCall(error)) this.#unwritten.add(ended)
        return 'locked' as const
      })
      if (outcome === 'locked' && isLast) break
      if (outcome === 'locked') await this.#untilNextTry()
    }
    this.#unwritten.delete(ended)
    // `close` releases deliveries that are still locked.
    if (outcome !== 'locked') this.letGo(delivery)
    const { id: delivery_id, webhook_id } = delivery.row
    const what = { delivery_id, webhook_id, duration_ms: result.durationMs }
    const isTakenOver = outcome !== 'recorded' && !this.#closing.signal.aborted
    if (isTakenOver) this.#app.log.warn(what, 'a delivery was taken over before its result came')
    if (outcome === 'recorded')
      this.#app.metrics.happened('deliveries', eventOf[ended.verdict.state], delivery.row.is_test)
    return outcome === 'recorded'
  }

  readonly #shardOf = ({ delivery }: EndedAttempt): string => this.#app.db.shardOf(delivery.row.merchant_id)
  readonly #recordTogether = batchCalls({ ...batches, apart: this.#shardOf }, async (batch) => {
    const rows = await this.#write(() => this.#app.db.run(store.recordAttempts, { attempts: batch.map(attemptRow) }))
    const isRecorded = new Map(rows.map(({ id, is_recorded }) => [id, is_recorded]))
    return batch.map(({ delivery }) => {
      const found = isRecorded.get(delivery.row.id)
      return found === undefined ? 'lost' : found ? 'recorded' : 'locked'
    })
  })

  readonly #releaseTogether = batchCalls(batches, async (releases: readonly store.Release[]) => {
    await this.#write(() => this.#app.db.run(store.releaseDeliveries, { releases }))
    return releases
  })

  async #giveUp(delivery: ClaimedDelivery, state: 'waiting' | 'dropped', nextAttemptAt: Instant | null): Promise<void> {
    if (!this.#isClaimed(delivery)) return
    this.letGo(delivery)
    const release = { ...claimRow(delivery), state, next_attempt_at: nextAttemptAt }
    const releasing = this.#startBatch().then(() => this.#releaseTogether(release))
    await this.#track(releasing.catch(() => undefined))
  }

  async #renew(): Promise<void> {
    const requestedAt = performance.now()
    const ending = [...this.#claimed.values()].filter((one) => one.leaseEndsAt - requestedAt < this.#leaseMs * 0.75)
    const renewals = ending.map(claimRow)
    if (renewals.length > 0) {
      const rows = await this.#write(() => this.#app.db.run(store.renewClaims, { renewals, leaseMs: this.#leaseMs }))
      const isRenewed = new Map(rows.map(({ id, is_renewed }) => [id, is_renewed]))
      for (const [index, delivery] of ending.entries()) {
        if (delivery.claim !== renewals[index]?.claim) continue
        const found = isRenewed.get(delivery.row.id)
        // Not found: another process took it over, or it was sent again. Locked: still ours, but not renewed.
        if (found === undefined) this.letGo(delivery)
        else if (found) delivery.leaseEndsAt = requestedAt + this.#leaseMs
      }
    }
    if (this.#unwritten.size === 0) this.#watched.finished(this.#leaseMs / 3)
  }

  /** Writes one after the other: a write skips rows that another write has locked. */
  #write<T>(work: () => Promise<T>): Promise<T> {
    const written = this.#lastWrite.then(() => withinDeadline(name, writeMs, work()))
    const note = (error?: unknown): void => {
      this.#failures = error === undefined ? 0 : this.#failures + 1
      if (error === undefined) return
      this.#app.log.error({ err: error }, 'could not record deliveries')
      this.#app.metrics.roundFailed(name)
    }
    this.#lastWrite = written.then(() => note(), note)
    return written
  }

  #untilNextTry(): Promise<void> {
    const { signal } = this.#closing
    this.#nextTry ??= pause(backoffMs(this.#failures, retryMs, maxRetryMs), undefined, { signal })
      .catch(() => undefined)
      .finally(() => (this.#nextTry = undefined))
    return this.#nextTry
  }

  #startBatch(): Promise<void> {
    this.#batchStarts ??= pause(batchMs).finally(() => (this.#batchStarts = undefined))
    return this.#batchStarts
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work)
    return work.finally(() => this.#underWay.delete(work))
  }
}

const eventOf = { delivered: 'deliver', waiting: 'retry', failed: 'fail' } as const

function claimRow({ row: { merchant_id, id }, claim }: ClaimedDelivery) {
  return { merchant_id, id, claim }
}

function attemptRow({ delivery, result, verdict, startedAt }: EndedAttempt) {
  const { webhook_id, revision } = delivery.row
  const isAnswered = result.kind === 'answered'
  return {
    ...claimRow(delivery),
    webhook_id,
    revision,
    state: verdict.state,
    next_attempt_at: verdict.nextAttemptAt,
    at: startedAt,
    status: isAnswered ? result.status : null,
    duration_ms: result.durationMs,
    answer: isAnswered ? result.answer : result.failure,
  }
}
