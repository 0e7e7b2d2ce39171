import { setTimeout as wait } from 'node:timers/promises'
import { type Caller, succeed } from '../testkit/client.ts'
import { inParallel } from '../testkit/parallel.ts'
import type { Random } from '../testkit/random.ts'
import { fixedPartOf, readSettlement } from '../testkit/settlement-books.ts'
import { act, checkout, type MonthPayment, type Tally } from './month-calls.ts'
import { type PaymentPlan, planPayment, type Step, type WorkStops } from './month-plans.ts'
import type { Mode, MonthMerchant } from './month-stores.ts'

/** The hours of work, UTC in milliseconds: three times a day, and at the midnights of the stores. */
const hour = 3_600_000
const ofDay = { morning: 5.5 * hour, noon: 9 * hour, evening: 14 * hour, rates: 15.25 * hour }
const midnights = { AED: 20 * hour, KWD: 21 * hour, SAR: 21 * hour } as const
/** Work around a midnight begins this long before it. */
const beforeMs = 2_000
const aroundMs = 4_000

export interface Stop {
  readonly day: number
  readonly at: number
  readonly is: 'work' | 'midnight' | 'rates'
}

export const modes: readonly Mode[] = ['test', 'live']

/** Returns the stops of this number of days for a merchant with these stores. */
export function stopsOf({ stores }: MonthMerchant, days: number): Stop[] {
  const nights = new Set(stores.map(({ currency }) => midnights[currency]))
  return Array.from({ length: days }, (_, index): Stop[] => {
    const stop = (is: Stop['is'], at: number): Stop => ({ day: index + 1, is, at: index * 24 * hour + at })
    return [
      ...[ofDay.morning, ofDay.noon, ofDay.evening].map((at) => stop('work', at)),
      stop('rates', ofDay.rates),
      ...[...nights].toSorted().map((at) => stop('midnight', at - beforeMs)),
    ]
  }).flat()
}

interface MonthCallbacks {
  /** Called for each payment that is begun. */
  readonly onPayment: () => void
  readonly onWrong: (what: string) => void
  readonly tally: Tally
  /** Delays the commits of this moment. */
  readonly holdUp: () => Promise<void>
}

/** One merchant's month: the actions of its customers, support and clock, and the answers of the service. */
export class MonthLife {
  readonly payments: MonthPayment[] = []
  /** The first read state of each closed day, by its id. */
  readonly kept = new Map<string, string>()
  readonly merchant: MonthMerchant
  readonly #random: Random
  readonly #stops: readonly Stop[]
  readonly #callbacks: MonthCallbacks
  readonly #begins = new Map<number, PaymentPlan[]>()
  readonly #steps = new Map<number, Map<MonthPayment, Step[]>>()
  readonly #atOnce: number
  /** How far the merchant's clock is ahead of this process. */
  #aheadMs = 0

  constructor(
    merchant: MonthMerchant,
    random: Random,
    { days, atOnce, callbacks }: { days: number; atOnce: number; callbacks: MonthCallbacks },
  ) {
    this.merchant = merchant
    this.#random = random
    this.#stops = stopsOf(merchant, days)
    this.#atOnce = atOnce
    this.#callbacks = callbacks
  }

  get #now(): number {
    return Date.now() + this.#aheadMs
  }

  /** Plans `count` payments over the month, and returns them. */
  plan(count: number): readonly PaymentPlan[] {
    const plans: PaymentPlan[] = []
    const random = this.#random
    const stops: WorkStops = this.#stops.flatMap(({ is }, index) => (is === 'rates' ? [] : [index]))
    const weighted = this.merchant.stores.flatMap((store) => Array.from({ length: store.weight }, () => store))
    for (let number = 1; number <= count; number += 1) {
      const at = random.between(0, stops.length - 1)
      const { day = 1 } = this.#stops[stops[at] ?? 0] ?? {}
      // Every store has days without orders.
      const open = weighted.filter(({ lastDay, weight }) => day <= lastDay && (day + weight) % 5 !== 0)
      const store = random.pick(open.length > 0 ? open : weighted)
      const plan = planPayment(random, { store, mode: random.pick(['test', 'live', 'live'] as const) }, stops, at)
      plans.push(plan)
      const [first] = plan.steps
      if (first !== undefined) this.#begins.set(first.stop, [...(this.#begins.get(first.stop) ?? []), plan])
    }
    return plans
  }

  /**
   * Plays the month from this moment. `change` runs when rates may change. Stops early if another merchant's month has
   * failed.
   */
  async live(
    from: number,
    isLiveNight: (day: number) => boolean,
    change: (day: number) => Promise<void>,
    over: AbortSignal,
  ): Promise<void> {
    for (const [index, stop] of this.#stops.entries()) {
      if (over.aborted) return
      if (stop.is === 'rates') {
        if (this.merchant.stores.every(({ changes }) => !changes.has(stop.day))) continue
        await this.moveTo(from + stop.at)
        await change(stop.day)
        continue
      }
      await this.moveTo(from + stop.at)
      await this.#work(index, stop.is === 'midnight' ? from + stop.at + beforeMs : undefined, isLiveNight(stop.day))
      await this.keepClosed()
    }
  }

  async now(): Promise<number> {
    const { body } = succeed(await this.merchant.callers.test.call('GET', '/sandbox/clock'))
    this.#aheadMs = body.offset_seconds * 1_000
    return this.#now
  }

  /** Advances the merchant's clock to this moment, unless it is past it. */
  async moveTo(at: number): Promise<void> {
    const seconds = Math.ceil((at - (await this.now())) / 1_000)
    if (seconds > 0)
      succeed(await this.merchant.callers.test.call('POST', '/sandbox/clock', { advance: `PT${seconds}S` }))
    await this.now()
  }

  /** Keeps the first read state of closed days. */
  async keepClosed(): Promise<void> {
    for (const mode of modes) {
      const caller = this.merchant.callers[mode]
      const { settlements } = succeed(await caller.call('GET', '/api/v1/settlements?limit=20')).body
      for (const { id } of settlements as { id: string }[]) {
        if (this.kept.has(id)) continue
        this.kept.set(id, '')
        this.kept.set(id, fixedPartOf(await readSettlement(caller, id)))
      }
    }
  }

  // At a midnight half of the work comes before and half after it, whether the clock runs over it or is advanced.
  async #work(index: number, midnight: number | undefined, isLive: boolean): Promise<void> {
    const jobs: (() => Promise<void>)[] = []
    for (const plan of this.#begins.get(index) ?? []) jobs.push(() => this.#begin(plan, index))
    this.#begins.delete(index)
    for (const [payment, steps] of this.#steps.get(index) ?? []) jobs.push(() => this.#takeSteps(payment, steps))
    this.#steps.delete(index)
    if (midnight === undefined) return this.#doAll(jobs)
    if (isLive) {
      const spread = jobs.map((job) => this.#at(midnight + this.#around(), job))
      // A read closes the day once the clock has passed it, possibly before an earlier decision is committed.
      const reads = [0, 10, 40, 900].map((ms) => this.#at(midnight + ms, () => this.keepClosed()))
      reads.push(this.#at(midnight - 30, this.#callbacks.holdUp))
      await Promise.all([...spread, ...reads])
      return
    }
    const half = Math.floor(jobs.length / 2)
    await this.#doAll(jobs.slice(0, half))
    await this.moveTo(midnight + aroundMs - beforeMs)
    await this.#doAll(jobs.slice(half))
  }

  #around(): number {
    const random = this.#random
    return random.chance(0.7) ? random.between(-60, 10) : random.between(-1_500, aroundMs - beforeMs)
  }

  async #at(at: number, job: () => Promise<void>): Promise<void> {
    await wait(Math.max(0, at - this.#now))
    await job().catch((error: Error) => this.#callbacks.onWrong(error.message))
  }

  async #doAll(jobs: readonly (() => Promise<void>)[]): Promise<void> {
    await inParallel(
      jobs.length,
      async (number) => jobs[number]?.().catch((error: Error) => this.#callbacks.onWrong(error.message)),
      this.#atOnce,
    )
  }

  async #begin(plan: PaymentPlan, index: number): Promise<void> {
    const caller = this.#callerOf(plan)
    const reference = `order-${this.payments.length + 1}`
    const { id } = succeed(await checkout(caller, plan, reference)).body.payment
    const payment: MonthPayment = { plan, id, references: [{ from: 0, reference }], dispute: '' }
    this.payments.push(payment)
    this.#callbacks.onPayment()
    await this.#takeSteps(
      payment,
      plan.steps.filter(({ stop }) => stop === index),
    )
    for (const [stop, steps] of Map.groupBy(plan.steps, (step) => step.stop)) {
      if (stop <= index) continue
      const ofStop = this.#steps.get(stop) ?? new Map<MonthPayment, Step[]>()
      this.#steps.set(stop, ofStop.set(payment, steps))
    }
  }

  async #takeSteps(payment: MonthPayment, steps: readonly Step[]): Promise<void> {
    const caller = this.#callerOf(payment.plan)
    for (const step of steps) {
      if (step.do === 'begin' && step.ending === 'leave') continue
      const answer = await act(caller, payment, step, payment.plan.steps.indexOf(step), this.#callbacks.tally)
      if (step.do === 'open dispute') payment.dispute = answer.body.dispute.id
      if (step.do === 'rename') payment.references.push({ from: this.#second(), reference: `renamed-${payment.id}` })
    }
  }

  /** Returns the current second: the payment gets no other action at this stop. */
  #second(): number {
    return Math.floor(this.#now / 1_000) * 1_000
  }

  #callerOf({ mode }: PaymentPlan): Caller {
    return this.merchant.callers[mode]
  }

  /** Buys a few orders now. Their day is still open when the books are read. */
  async buyToday(): Promise<void> {
    for (const store of this.merchant.stores) {
      for (const mode of modes) {
        const minor = this.#random.between(1_00, 90_00)
        const steps: Step[] = [
          { do: 'begin', ending: 'authorize', stop: -1 },
          { do: 'capture', minor, stop: -1 },
          { do: 'refund', minor: Math.ceil(minor / 3), stop: -1 },
        ]
        if (store.autoCaptureDays === 0) steps.splice(1, 1)
        await this.#begin({ store, mode, minor, card: '4242424242424242', steps }, -1)
      }
    }
  }
}
