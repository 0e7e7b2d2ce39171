import { setTimeout as pause } from 'node:timers/promises'
import {
  isOwnFailure,
  type OutboundFailure,
  type OutboundRequest,
  type OutboundResult,
} from '../../adapters/outbound.ts'
import type { App } from '../../app/app.ts'
import { backoffMs } from '../../base/backoff.ts'
import { withinDeadline } from '../../base/deadline.ts'
import { type Instant, second } from '../../base/times.ts'
import type { CompleteNotification } from '../notifications/notification.ts'
import { judgeAttempt } from './attempt.ts'
import { type ClaimedDelivery, Claims } from './claims.ts'
import { attemptOf } from './delivery-attempt.ts'
import { type DispatcherOptions, usualOptions } from './dispatcher-options.ts'
import { EndpointHealth } from './endpoint-health.ts'
import { EndpointQueues } from './endpoint-queues.ts'
import type { Disturbance, Post } from './fault-injector.ts'
import { messageRequest, readMessage } from './message.ts'

/** At most so many deliveries are claimed at once, and so many wait in memory. */
const maxBatchSize = 200
const maxQueued = 2_000

const claiming = 'claim deliveries'
const retryMs = second
const maxRetryMs = 5 * second

/** Delivers what is due, in this process, until it is stopped. Any number of them share the work. */
export interface Dispatcher {
  /** Claims nothing more, gives what runs so long to end, and releases the rest to be delivered by others at once. */
  stop(graceMs?: number): Promise<void>
}

/**
 * Opens a dispatcher: it claims due deliveries under a lease, sends them with no transaction open, and records what came of it
 * (docs/contract/notifications.md#delivery, decisions/0050). It looks when it is woken, and by itself every `pollMs`.
 */
export function openDispatcher(
  app: App,
  complete: CompleteNotification,
  given: Partial<DispatcherOptions> = {},
): Dispatcher {
  return new ClaimingDispatcher(app, complete, { ...usualOptions, ...given })
}

class ClaimingDispatcher implements Dispatcher {
  readonly #app: App
  readonly #complete: CompleteNotification
  readonly #options: DispatcherOptions
  readonly #claims: Claims
  readonly #queues: EndpointQueues<ClaimedDelivery>
  readonly #health: EndpointHealth
  readonly #stopping = new AbortController()
  readonly #underWay = new Set<Promise<void>>()
  readonly #working: Promise<void>
  #woken = Promise.withResolvers<void>()

  constructor(app: App, complete: CompleteNotification, options: DispatcherOptions) {
    this.#app = app
    this.#complete = complete
    this.#options = options
    this.#claims = new Claims(app, options.leaseMs)
    this.#queues = new EndpointQueues((delivery, delayMs) => this.#claims.release(delivery, delayMs), options.limits)
    this.#health = new EndpointHealth(app)
    app.metrics.read({ deliveries: () => ({ queued: this.#queues.queued, under_way: this.#underWay.size }) })
    const stopListening = app.deliveriesDue.onWake(() => this.#wake())
    this.#stopping.signal.addEventListener('abort', stopListening)
    this.#working = this.#work()
  }

  async stop(graceMs = 5 * second): Promise<void> {
    this.#stopping.abort()
    this.#wake()
    await within(graceMs, this.#working)
    for (const delivery of this.#queues.clear()) this.#claims.release(delivery, 0)
    await within(graceMs, Promise.all(this.#underWay))
    const closing = this.#claims.close().then(() => this.#health.close())
    await within(graceMs, closing)
  }

  async #work(): Promise<void> {
    const { pollMs, pauseMs, claimMs } = this.#options
    const { signal } = this.#stopping
    const watched = this.#app.watchdog.watch(claiming)
    let failures = 0
    while (!signal.aborted) {
      try {
        const isMore = this.#hasRoom() && (await withinDeadline(claiming, claimMs, this.#claim()))
        failures = 0
        watched.finished(pollMs)
        if (!isMore || !this.#hasRoom()) await this.#untilWoken(pollMs)
        await pause(pauseMs)
      } catch (error) {
        this.#app.log.error({ err: error }, 'could not claim deliveries')
        this.#app.metrics.roundFailed(claiming)
        failures += 1
        await pause(backoffMs(failures, retryMs, maxRetryMs), undefined, { signal }).catch(() => undefined)
      }
    }
    watched.ended()
  }

  #hasRoom(): boolean {
    return this.#queues.queued < maxQueued
  }

  /** Whether more may be due. */
  async #claim(): Promise<boolean> {
    const { deliveries, isMore } = await this.#claims.claim(maxBatchSize)
    await this.#options.faultInjector?.claimed(deliveries.map(({ row }) => row))
    for (const delivery of deliveries) {
      if (delivery.row.url === null) this.#claims.drop(delivery)
      else this.#queues.add(delivery, delivery.row.failing_since !== null, performance.now())
    }
    this.#startAll()
    return isMore
  }

  #startAll(): void {
    while (!this.#stopping.signal.aborted) {
      const delivery = this.#queues.next()
      if (delivery === undefined) return
      const delivering = this.#deliver(delivery).finally(() => this.#underWay.delete(delivering))
      this.#underWay.add(delivering)
    }
  }

  /** Sends the delivery, makes room for the next, and records what came of it and what that says of its endpoint. */
  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    if (!this.#claims.isOurs(delivery)) {
      this.#claims.letGo(delivery)
      return this.#queues.skip(delivery)
    }
    const startedAt = this.#app.clock.now()
    const slowTimer = setTimeout(() => this.#makeRoom(delivery), this.#options.limits.slowMs)
    const sent = await this.#send(delivery, startedAt)
    clearTimeout(slowTimer)
    if (sent !== undefined && 'kind' in sent) return this.#hold(delivery, sent)
    if (sent === undefined) {
      this.#app.metrics.itemFailed('delivery')
      this.#queues.end(delivery, 'not sent', 0, performance.now())
      return this.#goOn()
    }
    const { row } = delivery
    const { request, result, faultId } = sent
    const verdict = judgeAttempt(result, {
      attemptsBefore: row.attempts - row.earlier_attempts,
      endedAt: this.#app.clock.now(),
      failingSince: row.failing_since,
      retrySeconds: this.#app.config.webhookRetrySeconds,
    })
    const outcome = verdict.state === 'delivered' ? 'delivered' : 'failed'
    this.#queues.end(delivery, outcome, result.durationMs, performance.now())
    this.#goOn()
    const ended = { delivery, result, verdict, startedAt }
    const isRecorded = await this.#claims.record(ended)
    if (isRecorded) this.#health.note(ended)
    await this.#options.watch(attemptOf(row, { startedAt, request, result }), faultId)
    if (isRecorded) await this.#quietly(this.#options.faultInjector?.after(row))
  }

  /** Gives the delivery back without an attempt. */
  async #hold(delivery: ClaimedDelivery, { ms, written }: Hold): Promise<void> {
    this.#queues.skip(delivery)
    this.#goOn()
    await this.#claims.release(delivery, ms)
    await this.#quietly(written())
  }

  async #quietly(work: Promise<void> | undefined): Promise<void> {
    await work?.catch((err: unknown) => this.#app.log.error({ err }, 'a fault of the sandbox was not finished'))
  }

  #makeRoom(slow: ClaimedDelivery): void {
    this.#queues.markSlow(slow, performance.now())
    this.#startAll()
  }

  /**
   * What came of the request, or that it is to be held; undefined when it could not be made up or sent for a reason of our own, which is told
   * to the operator.
   */
  async #send({ row }: ClaimedDelivery, at: Instant): Promise<Sent | Hold | undefined> {
    const { merchant_id, id: delivery_id, webhook_id } = row
    const what = { merchant_id, delivery_id, webhook_id }
    try {
      const disturbance = await this.#options.faultInjector?.before(row)
      if (disturbance?.kind === 'hold') return disturbance
      const whole = await readMessage(this.#app, this.#complete, row)
      const message = { ...whole, body: disturbance?.alter?.(whole.body) ?? whole.body }
      const request = messageRequest(message, at)
      const post: Post = (one) => this.#app.outbound.post(one)
      const result = await (disturbance?.send(message, at, post) ?? post(request))
      const faultId = disturbance?.faultId ?? null
      if (result.kind === 'answered' || !this.#isOurs(result.failure)) return { request, result, faultId }
      this.#app.log.error({ reason: result.failure, ...what }, 'could not send a delivery')
    } catch (error) {
      // A secret that cannot be opened, say: what waits for this webhook waits until it is replaced, or the key is back.
      this.#app.log.error({ err: error, ...what }, 'could not make up a delivery')
    }
    return undefined
  }

  // A sandbox on a machine without a network tells integrators of every name that it could not resolve.
  #isOurs(failure: OutboundFailure): boolean {
    return isOwnFailure(failure) && (failure !== 'no name server answers' || this.#app.config.mode === 'production')
  }

  #goOn(): void {
    this.#startAll()
    if (this.#queues.queued < maxQueued / 2) this.#wake()
  }

  /** Ends the wait for the next claim; while nobody waits, the next wait. */
  #wake(): void {
    this.#woken.resolve()
  }

  async #untilWoken(ms: number): Promise<void> {
    await within(ms, this.#woken.promise)
    this.#woken = Promise.withResolvers()
  }
}

interface Sent {
  readonly request: OutboundRequest
  readonly result: OutboundResult
  readonly faultId: string | null
}

type Hold = Extract<Disturbance, { kind: 'hold' }>

/** Waits until it comes about, or for so many milliseconds. */
async function within(ms: number, what: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  await Promise.race([what, late.promise])
  clearTimeout(timer)
}
