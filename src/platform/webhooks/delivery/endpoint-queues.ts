import { backoffMs, minute, second } from '../../base/times.ts'

/** A delivery that this process has claimed. */
export interface QueuedDelivery {
  /** The webhook and its revision: a replaced webhook is another endpoint. */
  readonly endpointId: string
  /** The payment or dispute. Its events go to an endpoint one after the other. */
  readonly subjectId: string
}

export interface QueueLimits {
  /** The most requests to one endpoint at the same time, healthy and failing. */
  readonly perEndpoint: number
  readonly perFailingEndpoint: number
  /** The most requests that have taken less than `slowMs` so far. Slow requests do not count against it. */
  readonly fast: number
  /** The most of these to endpoints that are not known to be healthy, so that healthy endpoints always have room. */
  readonly fastUnhealthy: number
  /** The most requests in all. Failing endpoints get one only while less than half of this number are slow. */
  readonly total: number
  readonly slowMs: number
  /** The most deliveries of one endpoint that wait in memory. More are deferred. */
  readonly queuePerEndpoint: number
  /** The longest deferral, in case the endpoint has recovered. */
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

/** The result of a request. `not sent`: it failed for a reason of our own. */
export type Outcome = 'delivered' | 'failed' | 'not sent'

/** The number of idle endpoints whose health is remembered. */
const maxRemembered = 10_000
const firstBackoffMs = second
const maxBackoffMs = 5 * minute

class Endpoint<T> {
  readonly queue: T[] = []
  readonly subjectsInFlight = new Set<string>()
  running = 0
  slow = 0
  isFailing = false
  /** Its last request succeeded and was fast. */
  isHealthy = false
  /** The average duration of recent requests, in milliseconds. */
  usualMs = 0
  /** The time of its last deferred delivery. */
  deferredUntil = 0
  /** Failures of our own in a row, and the end of the current back-off. */
  ownFailures = 0
  backoffUntil = 0

  isIdle(): boolean {
    return this.running === 0 && this.queue.length === 0
  }
}

/**
 * Decides which delivery is sent next. Each endpoint has a queue of its own and a small number of requests at once,
 * endpoints take turns, and a slow request does not count against the fast ones. So no endpoint waits for another.
 * Deliveries without room are deferred: `defer` gets them with a delay in milliseconds.
 */
export class EndpointQueues<T extends QueuedDelivery> {
  readonly #limits: QueueLimits
  readonly #defer: (item: T, delayMs: number) => void
  readonly #endpoints = new Map<string, Endpoint<T>>()
  /** Idle endpoints, the longest idle first. */
  readonly #remembered = new Map<string, Endpoint<T>>()
  /** Endpoints with a queue, the longest unserved first. */
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

  /** Queues the delivery, or defers it if its endpoint has no room or is in back-off. */
  add(item: T, isFailing: boolean, now: number): void {
    const endpoint = this.#endpointOf(item.endpointId)
    if (endpoint.isIdle()) endpoint.isFailing = isFailing
    // An endpoint is stuck only if all of its requests hang.
    const isStuck = endpoint.isFailing || endpoint.slow >= this.#limitOf(endpoint)
    const room = isStuck ? this.#limitOf(endpoint) - endpoint.running : this.#limits.queuePerEndpoint
    if (endpoint.backoffUntil > now) this.#defer(item, endpoint.backoffUntil - now)
    else if (endpoint.queue.length < room) this.#enqueue(endpoint, item)
    else this.#defer(item, isStuck ? this.#nextDeferralMs(endpoint, now) : this.#drainMs(endpoint))
    this.#rememberIfIdle(item.endpointId, endpoint)
  }

  /** Returns the next delivery to send and counts it as running. Undefined if none may start. */
  next(): T | undefined {
    if (this.#running - this.#slow.size >= this.#limits.fast || this.#running >= this.#limits.total) return undefined
    const isRoomForUnhealthy = this.#unhealthy.size < this.#limits.fastUnhealthy
    for (const [endpointId, endpoint] of this.#waiting) {
      const item = endpoint.isHealthy || isRoomForUnhealthy ? this.#takeFrom(endpoint) : undefined
      if (item === undefined) continue
      if (!endpoint.isHealthy) this.#unhealthy.add(item)
      // The served endpoint goes to the end of the line.
      this.#waiting.delete(endpointId)
      if (endpoint.queue.length > 0) this.#waiting.set(endpointId, endpoint)
      return item
    }
    return undefined
  }

  /** Marks a request that runs for `slowMs`. If all requests of the endpoint are slow, defers its queue. */
  markSlow(item: T, now: number): void {
    const endpoint = this.#endpointOf(item.endpointId)
    this.#slow.add(item)
    this.#unhealthy.delete(item)
    endpoint.slow += 1
    endpoint.isHealthy = false
    endpoint.usualMs = Math.max(endpoint.usualMs, this.#limits.slowMs)
    if (endpoint.slow >= this.#limitOf(endpoint)) this.#deferQueue(item.endpointId, endpoint, now)
  }

  /** Ends a request. Defers a delivery that was not sent, and deliveries without room at the endpoint. */
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

  /** Ends a delivery that is not sent after all. The endpoint's health stays. */
  skip(item: T): void {
    const endpoint = this.#endpointOf(item.endpointId)
    this.#leave(endpoint, item)
    this.#rememberIfIdle(item.endpointId, endpoint)
  }

  /** Removes and returns all queued deliveries. */
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

  /** Defers the endpoint's queue except for the first `kept` deliveries. */
  #deferQueue(id: string, endpoint: Endpoint<T>, now: number, kept = 0): void {
    const removed = endpoint.queue.splice(Math.max(0, kept))
    this.#queued -= removed.length
    if (endpoint.queue.length === 0) this.#waiting.delete(id)
    for (const item of removed) this.#defer(item, this.#nextDeferralMs(endpoint, now))
  }

  // Failures of requests that ran at the same time count once: only the first doubles the wait.
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

  /** Returns the milliseconds until the endpoint's queue is worked off. */
  #drainMs(endpoint: Endpoint<T>): number {
    return Math.max(20, (endpoint.queue.length * endpoint.usualMs) / this.#limitOf(endpoint))
  }

  /** Returns the delay until earlier deferred deliveries are worked off, so that none is deferred repeatedly. */
  #nextDeferralMs(endpoint: Endpoint<T>, now: number): number {
    const eachMs = Math.max(50, endpoint.usualMs) / this.#limitOf(endpoint)
    const workedOffAt = Math.max(endpoint.deferredUntil, now) + eachMs
    endpoint.deferredUntil = Math.min(workedOffAt, now + this.#limits.maxDeferralMs)
    return endpoint.deferredUntil - now
  }
}
