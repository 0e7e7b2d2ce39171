import { setTimeout as pause } from 'node:timers/promises'
import {
  isOwnFailure,
  type OutboundFailure,
  type OutboundRequest,
  type OutboundResult,
} from '../../adapters/outbound.ts'
import type { App } from '../../app/app.ts'
import { withinDeadline } from '../../base/deadline.ts'
import { backoffMs, type Instant, second } from '../../base/times.ts'
import type { CompleteNotification } from '../notifications/notification.ts'
import { attemptOf, judgeAttempt } from './attempt.ts'
import { type ClaimedDelivery, Claims } from './claims.ts'
import { type DispatcherOptions, type InjectedFault, type Post, usualOptions } from './dispatcher-options.ts'
import { EndpointHealth } from './endpoint-health.ts'
import { EndpointQueues } from './endpoint-queues.ts'
import { messageRequest, readMessage } from './message.ts'

/** The most deliveries of one claim, and the most that wait in memory. */
const maxBatchSize = 200
const maxQueued = 2_000

const claiming = 'claim deliveries'
const retryMs = second
const maxRetryMs = 5 * second

/** Delivers due notifications in this process until it is stopped. Several dispatchers share the work. */
export interface Dispatcher {
  /**
   * Claims nothing more, waits at most `graceMs` for running requests, and releases all other deliveries for other
   * processes.
   */
  stop(graceMs?: number): Promise<void>
}

/**
 * Opens a dispatcher: it claims due deliveries under a lease, sends them with no transaction open, and records the
 * results (docs/contract/notifications.md#delivery, decisions/0050). It claims when it is woken, and every `pollMs`.
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

  /** Returns whether more deliveries may be due. */
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

  /** Sends the delivery, starts the next, and records the result and the endpoint's health. */
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

  /** Releases the delivery without an attempt. */
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
   * Sends the request and returns its result, or the fault injector's hold. Returns undefined and logs if the
   * request could not be made or sent for a reason of our own.
   */
  async #send({ row }: ClaimedDelivery, at: Instant): Promise<Sent | Hold | undefined> {
    const { merchant_id, id: delivery_id, webhook_id } = row
    const what = { merchant_id, delivery_id, webhook_id }
    try {
      const injected = await this.#options.faultInjector?.before(row)
      if (injected?.kind === 'hold') return injected
      const whole = await readMessage(this.#app, this.#complete, row)
      const message = { ...whole, body: injected?.alter?.(whole.body) ?? whole.body }
      const request = messageRequest(message, at)
      const post: Post = (one) => this.#app.outbound.post(one)
      const result = await (injected?.send(message, at, post) ?? post(request))
      const faultId = injected?.faultId ?? null
      if (result.kind === 'answered' || !this.#isOurs(result.failure)) return { request, result, faultId }
      this.#app.log.error({ reason: result.failure, ...what }, 'could not send a delivery')
    } catch (error) {
      // For example a secret that cannot be decrypted. Deliveries wait until the webhook is replaced or the key is
      // back.
      this.#app.log.error({ err: error, ...what }, 'could not make up a delivery')
    }
    return undefined
  }

  // A sandbox without a network reports unresolved names to the integrator, as failures of the endpoint.
  #isOurs(failure: OutboundFailure): boolean {
    return isOwnFailure(failure) && (failure !== 'no name server answers' || this.#app.config.mode === 'production')
  }

  #goOn(): void {
    this.#startAll()
    if (this.#queues.queued < maxQueued / 2) this.#wake()
  }

  /** Ends the current wait for the next claim, else the next one. */
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

type Hold = Extract<InjectedFault, { kind: 'hold' }>

/** Waits for the promise, at most `ms` milliseconds. */
async function within(ms: number, what: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  await Promise.race([what, late.promise])
  clearTimeout(timer)
}
