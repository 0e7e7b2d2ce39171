import { backoffMs } from '../../base/backoff.ts'
import { minute, second } from '../../base/times.ts'

/** A delivery that this process has claimed. */
export interface Queued {
  /** Which webhook, as it is just now: a replaced one is another. */
  readonly endpointId: string
  /** The payment or dispute: its events go to an endpoint one after the other. */
  readonly subjectId: string
}

export interface QueueLimits {
  /** Simultaneous requests of one endpoint, while it answers and while it does not. */
  readonly perEndpoint: number
  readonly perFailingEndpoint: number
  /** Requests that have taken less than `slowMs` so far. What is slow makes room for what is not. */
  readonly fast: number
  /** As many of these may go to endpoints that are not known to be healthy, so that healthy ones always have room. */
  readonly fastUnhealthy: number
  /** All requests. Those of failing endpoints start only while fewer than half as many are slow. */
  readonly total: number
  readonly slowMs: number
  /** Deliveries of one endpoint that wait here; more are deferred. */
  readonly queuePerEndpoint: number
  /** What is deferred comes back after so long at the latest, in case its endpoint has recovered. */
  readonly maxDeferralMs: number
}

export const usualLimits: QueueLimits = {
  perEndpoint: 4,
  perFailingEndpoint: 2,
  fast: 1_024,
  fastUnhealthy: 768,
  total: 4_096,
  slowMs: second,
  queuePerEndpoint: 500,
  maxDeferralMs: minute,
}

/** What became of a delivery; `not sent`: for a reason of our own. */
export type Outcome = 'delivered' | 'failed' | 'not sent'

/** Of so many endpoints with nothing to do it is remembered how they answered. */
const maxRemembered = 10_000
const firstBackoffMs = second
const maxBackoffMs = 5 * minute

class Endpoint<T> {
  readonly queue: T[] = []
  readonly subjectsInFlight = new Set<string>()
  running = 0
  slow = 0
  isFailing = false
  /** Its last request was answered well and fast. */
  isHealthy = false
  /** What its requests usually take, in milliseconds. */
  usualMs = 0
  /** Until when its deliveries have been deferred. */
  deferredUntil = 0
  /** While something of ours stands in the way: how often it did, and until when the endpoint waits. */
  ownFailures = 0
  backoffUntil = 0

  isIdle(): boolean {
    return this.running === 0 && this.queue.length === 0
  }
}

/**
 * Decides what is sent next, so that no endpoint is asked more than a few things at once and none waits for another: each has a
 * queue of its own, endpoints take turns, and a request that takes long no longer counts against the fast ones. What an endpoint has
 * no room for is deferred: handed to `defer`, with the milliseconds after which it is to come back.
 */
export class EndpointQueues<T extends Queued> {
  readonly #limits: QueueLimits
  readonly #defer: (item: T, delayMs: number) => void
  readonly #endpoints = new Map<string, Endpoint<T>>()
  /** Those with nothing to do, the longest idle first. */
  readonly #remembered = new Map<string, Endpoint<T>>()
  /** Those in whose queue something waits, the longest unserved first. */
  readonly #waiting = new Map<string, Endpoint<T>>()
  readonly #slow = new Set<T>()
  /** Fast requests to endpoints that were not known to be healthy when they began. */
  readonly #unhealthy = new Set<T>()
  #queued = 0
  #running = 0

  constructor(defer: (item: T, delayMs: number) => void, limits: QueueLimits = usualLimits) {
    this.#defer = defer
    this.#limits = limits
  }

  get queued(): number {
    return this.#queued
  }

  /** Queues the delivery, or defers it because its endpoint has enough to do or something of ours stands in its way. */
  add(item: T, isFailing: boolean, now: number): void {
    const endpoint = this.#endpointOf(item.endpointId)
    if (endpoint.isIdle()) endpoint.isFailing = isFailing
    // One request that hangs takes one place; only when all hang is the endpoint stuck.
    const isStuck = endpoint.isFailing || endpoint.slow >= this.#limitOf(endpoint)
    const room = isStuck ? this.#limitOf(endpoint) - endpoint.running : this.#limits.queuePerEndpoint
    if (endpoint.backoffUntil > now) this.#defer(item, endpoint.backoffUntil - now)
    else if (endpoint.queue.length < room) this.#enqueue(endpoint, item)
    else this.#defer(item, isStuck ? this.#nextDeferralMs(endpoint, now) : this.#drainMs(endpoint))
    this.#rememberIfIdle(item.endpointId, endpoint)
  }

  /** The next delivery to send, which counts as running from now on; undefined when none may start. */
  next(): T | undefined {
    if (this.#running - this.#slow.size >= this.#limits.fast || this.#running >= this.#limits.total) return undefined
    const isRoomForUnhealthy = this.#unhealthy.size < this.#limits.fastUnhealthy
    for (const [endpointId, endpoint] of this.#waiting) {
      const item = endpoint.isHealthy || isRoomForUnhealthy ? this.#takeFrom(endpoint) : undefined
      if (item === undefined) continue
      if (!endpoint.isHealthy) this.#unhealthy.add(item)
      // The endpoint that was served goes to the end of the row.
      this.#waiting.delete(endpointId)
      if (endpoint.queue.length > 0) this.#waiting.set(endpointId, endpoint)
      return item
    }
    return undefined
  }

  /** The request has been running for `slowMs`. When all of its endpoint's are slow, what waits behind them is deferred. */
  markSlow(item: T, now: number): void {
    const endpoint = this.#endpointOf(item.endpointId)
    this.#slow.add(item)
    this.#unhealthy.delete(item)
    endpoint.slow += 1
    endpoint.isHealthy = false
    endpoint.usualMs = Math.max(endpoint.usualMs, this.#limits.slowMs)
    if (endpoint.slow >= this.#limitOf(endpoint)) this.#deferQueue(item.endpointId, endpoint, now)
  }

  /** The request has ended. What its endpoint has no room for any more is deferred; what was not sent is, too. */
  end(item: T, outcome: Outcome, durationMs: number, now: number): void {
    const endpoint = this.#endpointOf(item.endpointId)
    const isSlow = this.#slow.has(item)
    this.#leave(endpoint, item)
    endpoint.isFailing = outcome !== 'delivered'
    endpoint.isHealthy = outcome === 'delivered' && (endpoint.isHealthy || !isSlow)
    if (outcome === 'not sent') this.#backOff(item, endpoint, now)
    else {
      endpoint.ownFailures = endpoint.backoffUntil = 0
      endpoint.usualMs = endpoint.usualMs === 0 ? durationMs : (endpoint.usualMs * 3 + durationMs) / 4
    }
    if (outcome === 'delivered') endpoint.deferredUntil = 0
    const room = this.#limitOf(endpoint) - endpoint.running
    if (outcome === 'failed') this.#deferQueue(item.endpointId, endpoint, now, room)
    this.#rememberIfIdle(item.endpointId, endpoint)
  }

  /** It is not to be sent after all: that says nothing of its endpoint. */
  skip(item: T): void {
    const endpoint = this.#endpointOf(item.endpointId)
    this.#leave(endpoint, item)
    this.#rememberIfIdle(item.endpointId, endpoint)
  }

  /** Takes out everything that waits. */
  clear(): T[] {
    const all = [...this.#waiting.values()].flatMap((endpoint) => endpoint.queue.splice(0))
    this.#waiting.clear()
    this.#queued = 0
    return all
  }

  #endpointOf(id: string): Endpoint<T> {
    const endpoint = this.#endpoints.get(id) ?? this.#remembered.get(id) ?? new Endpoint<T>()
    this.#remembered.delete(id)
    this.#endpoints.set(id, endpoint)
    return endpoint
  }

  #rememberIfIdle(id: string, endpoint: Endpoint<T>): void {
    if (!endpoint.isIdle()) return
    this.#endpoints.delete(id)
    this.#remembered.set(id, endpoint)
    const [longestIdle] = this.#remembered.keys()
    if (this.#remembered.size > maxRemembered && longestIdle !== undefined) this.#remembered.delete(longestIdle)
  }

  #limitOf(endpoint: Endpoint<T>): number {
    return endpoint.isFailing ? this.#limits.perFailingEndpoint : this.#limits.perEndpoint
  }

  #enqueue(endpoint: Endpoint<T>, item: T): void {
    endpoint.queue.push(item)
    this.#waiting.set(item.endpointId, endpoint)
    this.#queued += 1
  }

  #takeFrom(endpoint: Endpoint<T>): T | undefined {
    if (endpoint.running >= this.#limitOf(endpoint)) return undefined
    if (endpoint.isFailing && this.#slow.size >= this.#limits.total / 2) return undefined
    const index = endpoint.queue.findIndex((item) => !endpoint.subjectsInFlight.has(item.subjectId))
    const item = endpoint.queue[index]
    if (item === undefined) return undefined
    endpoint.queue.splice(index, 1)
    endpoint.subjectsInFlight.add(item.subjectId)
    endpoint.running += 1
    this.#queued -= 1
    this.#running += 1
    return item
  }

  #leave(endpoint: Endpoint<T>, item: T): void {
    endpoint.running -= 1
    endpoint.subjectsInFlight.delete(item.subjectId)
    this.#running -= 1
    this.#unhealthy.delete(item)
    if (this.#slow.delete(item)) endpoint.slow -= 1
  }

  /** Defers what waits for the endpoint, but for so many. */
  #deferQueue(id: string, endpoint: Endpoint<T>, now: number, kept = 0): void {
    const removed = endpoint.queue.splice(Math.max(0, kept))
    this.#queued -= removed.length
    if (endpoint.queue.length === 0) this.#waiting.delete(id)
    for (const item of removed) this.#defer(item, this.#nextDeferralMs(endpoint, now))
  }

  // Several that were under way at once are one failure: only the first makes the next wait twice as long.
  #backOff(item: T, endpoint: Endpoint<T>, now: number): void {
    if (endpoint.backoffUntil <= now) {
      endpoint.ownFailures += 1
      endpoint.backoffUntil = now + backoffMs(endpoint.ownFailures, firstBackoffMs, maxBackoffMs)
    }
    const behind = endpoint.queue.splice(0)
    this.#queued -= behind.length
    this.#waiting.delete(item.endpointId)
    for (const one of [item, ...behind]) this.#defer(one, endpoint.backoffUntil - now)
  }

  /** In how many milliseconds the endpoint's queue will have been worked off. */
  #drainMs(endpoint: Endpoint<T>): number {
    return Math.max(20, (endpoint.queue.length * endpoint.usualMs) / this.#limitOf(endpoint))
  }

  /** When the endpoint has worked off what was deferred before; so nothing is deferred again and again. */
  #nextDeferralMs(endpoint: Endpoint<T>, now: number): number {
    const eachMs = Math.max(50, endpoint.usualMs) / this.#limitOf(endpoint)
    const workedOffAt = Math.max(endpoint.deferredUntil, now) + eachMs
    endpoint.deferredUntil = Math.min(workedOffAt, now + this.#limits.maxDeferralMs)
    return endpoint.deferredUntil - now
  }
}
