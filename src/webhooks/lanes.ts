/** A delivery that this process has claimed. */
export interface Laned {
  /** Which webhook, as it is just now: a replaced one is another. */
  readonly webhookId: string
  /** The payment or dispute: its events go to a webhook one after the other. */
  readonly subjectId: string
}

export interface LaneLimits {
  /** Simultaneous requests of one webhook, while it answers and while it does not. */
  readonly perWebhook: number
  readonly perFailingWebhook: number
  /** Requests that have taken less than `slowMs` so far. What is slow makes room for what is not. */
  readonly brisk: number
  /** As many of these may go to webhooks that have not answered well of late, so that others always have room. */
  readonly briskUnproven: number
  /** All requests. Those of failing webhooks start only while there are fewer than half as many. */
  readonly total: number
  readonly slowMs: number
  /** Deliveries of one webhook that wait here; more go back to the database. */
  readonly queuePerWebhook: number
  /** What is put off comes back after so long at the latest, in case its webhook has recovered. */
  readonly longestPutOffMs: number
}

export const usualLimits: LaneLimits = {
  perWebhook: 4,
  perFailingWebhook: 2,
  brisk: 1_024,
  briskUnproven: 768,
  total: 4_096,
  slowMs: 1_000,
  queuePerWebhook: 500,
  longestPutOffMs: 60_000,
}

/** Of so many webhooks it is remembered that they answered well. */
const mostProven = 10_000

interface Lane<T> {
  queue: T[]
  subjects: Set<string>
  running: number
  slow: number
  isFailing: boolean
  /** What its requests usually take, in milliseconds. */
  usualMs: number
  /** Until when its deliveries have been put off. */
  putOffUntil: number
}

/**
 * Decides what is sent next, so that no webhook is asked more than a few things at once and none waits for another: each has
 * a lane of its own, lanes take turns, and a request that takes long no longer counts against the brisk ones.
 */
export class Lanes<T extends Laned> {
  readonly #limits: LaneLimits
  readonly #lanes = new Map<string, Lane<T>>()
  /** Those in whose queue something waits, the longest unserved first. */
  readonly #waiting = new Map<string, Lane<T>>()
  readonly #slow = new Set<T>()
  readonly #proven = new Set<string>()
  /** Brisk requests to webhooks that were not proven when they began. */
  readonly #unproven = new Set<T>()
  #queued = 0
  #running = 0

  constructor(limits: LaneLimits = usualLimits) {
    this.#limits = limits
  }

  get queued(): number {
    return this.#queued
  }

  get running(): number {
    return this.#running
  }

  /** Queues the delivery; or answers for how many milliseconds it should be put off, because its webhook has enough to do. */
  add(item: T, isFailing: boolean, now: number): number | undefined {
    const lane = this.#laneOf(item.webhookId)
    if (isFailing && lane.running === 0 && lane.queue.length === 0) lane.isFailing = true
    // One request that hangs takes one place; only when all hang is the webhook stuck.
    const isStuck = lane.isFailing || lane.slow >= this.#limitOf(lane)
    const room = isStuck ? this.#limitOf(lane) - lane.running : this.#limits.queuePerWebhook
    if (lane.queue.length >= room) return isStuck ? this.#putOff(lane, now) : this.#drainMs(lane)
    lane.queue.push(item)
    this.#waiting.set(item.webhookId, lane)
    this.#queued += 1
    return undefined
  }

  /** The next delivery to send, which counts as running from now on; undefined when none may start. */
  next(): T | undefined {
    if (this.#running - this.#slow.size >= this.#limits.brisk || this.#running >= this.#limits.total) return undefined
    const isRoomForUnproven = this.#unproven.size < this.#limits.briskUnproven
    for (const [webhookId, lane] of this.#waiting) {
      const isProven = this.#proven.has(webhookId)
      const item = isProven || isRoomForUnproven ? this.#takeFrom(lane) : undefined
      if (item === undefined) continue
      if (!isProven) this.#unproven.add(item)
      // The lane that was served goes to the end of the row.
      this.#waiting.delete(webhookId)
      if (lane.queue.length > 0) this.#waiting.set(webhookId, lane)
      return item
    }
    return undefined
  }

  /** The request has been running for `slowMs`. Answers what waits behind it and should be put off, with for how long. */
  markSlow(item: T, now: number): [T, number][] {
    const lane = this.#laneOf(item.webhookId)
    this.#slow.add(item)
    this.#unproven.delete(item)
    this.#proven.delete(item.webhookId)
    lane.slow += 1
    lane.usualMs = Math.max(lane.usualMs, this.#limits.slowMs)
    if (lane.slow < this.#limitOf(lane)) return []
    this.#waiting.delete(item.webhookId)
    return this.#empty(lane, now)
  }

  /** The request has ended. Answers what waits behind it and should be put off, with for how long. */
  end(item: T, succeeded: boolean, durationMs: number, now: number): [T, number][] {
    const lane = this.#laneOf(item.webhookId)
    lane.running -= 1
    lane.subjects.delete(item.subjectId)
    this.#running -= 1
    this.#unproven.delete(item)
    if (this.#slow.delete(item)) lane.slow -= 1
    else if (succeeded) this.#prove(item.webhookId)
    if (!succeeded) this.#proven.delete(item.webhookId)
    lane.isFailing = !succeeded
    lane.usualMs = lane.usualMs === 0 ? durationMs : (lane.usualMs * 3 + durationMs) / 4
    if (succeeded) lane.putOffUntil = 0
    const room = this.#limitOf(lane) - lane.running
    const putOff = lane.isFailing && lane.queue.length > room ? this.#empty(lane, now, room) : []
    if (lane.queue.length === 0) this.#waiting.delete(item.webhookId)
    if (lane.running === 0 && lane.queue.length === 0) this.#lanes.delete(item.webhookId)
    return putOff
  }

  /** Takes out everything that waits. */
  clear(): T[] {
    const all = [...this.#lanes.values()].flatMap((lane) => lane.queue.splice(0))
    this.#waiting.clear()
    this.#queued = 0
    return all
  }

  #prove(webhookId: string): void {
    this.#proven.add(webhookId)
    const [oldest] = this.#proven
    if (this.#proven.size > mostProven && oldest !== undefined) this.#proven.delete(oldest)
  }

  #laneOf(webhookId: string): Lane<T> {
    const found = this.#lanes.get(webhookId)
    if (found !== undefined) return found
    const lane = {
      queue: [],
      subjects: new Set<string>(),
      running: 0,
      slow: 0,
      isFailing: false,
      usualMs: 0,
      putOffUntil: 0,
    }
    this.#lanes.set(webhookId, lane)
    return lane
  }

  #limitOf(lane: Lane<T>): number {
    return lane.isFailing ? this.#limits.perFailingWebhook : this.#limits.perWebhook
  }

  #takeFrom(lane: Lane<T>): T | undefined {
    if (lane.queue.length === 0 || lane.running >= this.#limitOf(lane)) return undefined
    if (lane.isFailing && this.#slow.size >= this.#limits.total / 2) return undefined
    const index = lane.queue.findIndex((item) => !lane.subjects.has(item.subjectId))
    const item = lane.queue[index]
    if (item === undefined) return undefined
    lane.queue.splice(index, 1)
    lane.subjects.add(item.subjectId)
    lane.running += 1
    this.#queued -= 1
    this.#running += 1
    return item
  }

  #empty(lane: Lane<T>, now: number, keep = 0): [T, number][] {
    const removed = lane.queue.splice(Math.max(0, keep))
    this.#queued -= removed.length
    return removed.map((item) => [item, this.#putOff(lane, now)])
  }

  /** In how many milliseconds the lane's queue will have been worked off. */
  #drainMs(lane: Lane<T>): number {
    return Math.max(20, (lane.queue.length * lane.usualMs) / this.#limitOf(lane))
  }

  /** For so long that the lane has worked off what was put off before; so nothing is put off again and again. */
  #putOff(lane: Lane<T>, now: number): number {
    const eachMs = Math.max(50, lane.usualMs) / this.#limitOf(lane)
    lane.putOffUntil = Math.min(Math.max(lane.putOffUntil, now) + eachMs, now + this.#limits.longestPutOffMs)
    return lane.putOffUntil - now
  }
}
