import type { Random } from '../testkit/random.ts'
import type { Mode, MonthStore } from './month-stores.ts'

/** An action on a payment. `minor` is its amount in minor units. */
export type Action =
  | { readonly do: 'begin'; readonly ending: 'authorize' | 'reject' | 'cancel' | 'leave' }
  | { readonly do: 'capture' | 'refund' | 'open dispute'; readonly minor: number }
  | { readonly do: 'challenge'; readonly minor?: number }
  | { readonly do: 'pay'; readonly what: 'next' | 'all' }
  | {
      readonly do:
        | 'close'
        | 'rename'
        | 'approve'
        | 'withdraw'
        | 'support refunds'
        | 'support declines'
        | 'accept amount'
    }

/** An action and its stop of the month. Several actions of one payment at a stop keep their order. */
export type Step = Action & { readonly stop: number }

export interface PaymentPlan {
  readonly store: MonthStore
  readonly mode: Mode
  readonly minor: number
  readonly card: string
  readonly steps: readonly Step[]
}

/** The stops with work, in order. */
export type WorkStops = readonly number[]

const cards = {
  good: '4242424242424242',
  declinedLater: '4000000000000341',
  stolenLater: '4000000000009979',
  refusesReturns: '4000000000005126',
} as const

/** Plans a payment that begins at the work stop of this index. */
export function planPayment(
  random: Random,
  { store, mode }: Pick<PaymentPlan, 'store' | 'mode'>,
  stops: WorkStops,
  beginsAt: number,
): PaymentPlan {
  const card = random.chance(0.9) ? cards.good : random.pick(Object.values(cards))
  const small = random.chance(0.15)
  const minor = random.between(store.currency === 'KWD' ? 100 : 1_00, small ? 15_00 : 900_00)
  const course = new Course(random, stops, beginsAt)
  const isDecided = course.begin(random.next())
  if (isDecided && store.autoCaptureDays > 0) course.capture(minor)
  // Captured at authorization: the next steps are those after any capture.
  if (isDecided && store.autoCaptureDays === 0) course.left = minor
  if (course.left > 0) {
    if (random.chance(card === cards.good ? 0.05 : 0.5))
      course.add({ do: 'pay', what: random.pick(['next', 'all'] as const) })
    if (random.chance(0.03)) course.rename()
    course.refund()
    if (mode === 'live' && random.chance(0.08)) course.dispute()
  }
  return { store, mode, minor, card, steps: course.steps }
}

class Course {
  readonly steps: Step[] = []
  /** The captured amount that is not refunded. */
  left = 0
  #at: number
  readonly #random: Random
  readonly #stops: WorkStops

  constructor(random: Random, stops: WorkStops, at: number) {
    this.#random = random
    this.#stops = stops
    this.#at = at
  }

  /** Whether the customer bought. */
  begin(chance: number): boolean {
    const ending = chance < 0.02 ? 'leave' : chance < 0.03 ? 'reject' : chance < 0.04 ? 'cancel' : 'authorize'
    this.add({ do: 'begin', ending }, 0)
    return ending === 'authorize'
  }

  capture(minor: number): void {
    const random = this.#random
    const chance = random.next()
    // The service captures it.
    if (chance < 0.04) return
    if (chance < 0.08) {
      this.add({ do: 'close' })
      return
    }
    const parts = random.chance(0.75) ? 1 : random.between(2, 3)
    let rest = minor
    for (let part = 1; part <= parts && rest > 0; part += 1) {
      const isLast = part === parts
      const size = isLast ? rest : random.between(1, rest)
      rest -= size
      this.add({ do: 'capture', minor: size }, part === 1 ? 4 : 12)
      if (part === 1 && random.chance(0.02)) this.rename()
      if (rest > 0 && !isLast && random.chance(0.2)) {
        this.add({ do: 'close' })
        break
      }
    }
    this.left = minor - rest
  }

  refund(): void {
    const random = this.#random
    if (!random.chance(0.3)) return
    const times = random.pick([1, 1, 1, 2, 3])
    for (let time = 1; time <= times && this.left > 0; time += 1) {
      const minor = random.chance(0.4) ? this.left : random.between(1, this.left)
      this.add({ do: 'refund', minor }, 60)
      this.left -= minor
    }
  }

  dispute(): void {
    const random = this.#random
    if (this.left === 0) return
    const minor = random.chance(0.5) ? this.left : random.between(1, this.left)
    this.add({ do: 'open dispute', minor }, 40)
    // Without an answer the customer wins after 14 days.
    if (random.chance(0.15)) return
    if (random.chance(0.4)) {
      this.add({ do: random.pick(['approve', 'approve', 'withdraw'] as const) }, 40)
      return
    }
    const offered = random.chance(0.3) ? random.between(1, minor) : undefined
    this.add({ do: 'challenge', ...(offered !== undefined && offered < minor && { minor: offered }) }, 20)
    if (offered !== undefined && offered < minor) this.add({ do: 'accept amount' }, 20)
    this.add({ do: random.pick(['support refunds', 'support declines'] as const) }, 40)
  }

  /** Renames at a stop without another action, so that the order of both is certain. */
  rename(): void {
    this.#at += 1
    this.add({ do: 'rename' }, 0)
    this.#at += 1
  }

  /** Adds an action at this stop or one of the next ones. */
  add(action: Action, within = 8): void {
    // A month of a few days must have every action, too.
    this.#at += this.#random.between(0, Math.min(within, Math.ceil(this.#stops.length / 4)))
    const stop = this.#stops[this.#at]
    // The month may end before.
    if (stop !== undefined) this.steps.push({ ...action, stop })
  }
}
