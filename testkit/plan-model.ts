import {
  type Decision,
  type EarlyChoice,
  isUncovered,
  type ModelCharge,
  PlanBooks,
  type PlanOptions,
} from './plan-books.ts'
import { dateOf, dayMs, type ModelInstallment, type PlanStatus, planStatusOf } from './plan-installments.ts'

// The times of collection, computed from the contract alone (docs/contract/money.md#collection). The model steps from
// one 09:00 to the next and does the due work of each. It shares no code with the service.

export interface PlanView {
  readonly status: PlanStatus
  readonly total: number
  readonly paid: number
  readonly returned: number
  readonly installments: readonly ModelInstallment[]
}

const retryDays = [1, 3, 7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 77, 84]

export class PlanModel extends PlanBooks {
  readonly #options: PlanOptions
  readonly #reminded = new Set<number>()
  #isDefaulted = false
  /** The earliest time to try an amount that became collectable late, or that is to be paid with another card. */
  #lateAt = Number.NEGATIVE_INFINITY
  /** After a dispute: the service charges nothing earlier. */
  #quietUntil = Number.NEGATIVE_INFINITY

  constructor(options: PlanOptions) {
    super(options)
    this.#options = options
  }

  capture(minor: number): void {
    this.captured += minor
    if (this.captured === this.amount) this.isClosed = true
    this.#waitForNine()
  }

  close(): void {
    this.isClosed = true
    this.payBack()
  }

  refund(minor: number): void {
    this.refunded += minor
    this.payBack()
  }

  openDispute(): void {
    this.isDisputed = true
  }

  /** Ends the dispute, which was about all that is left. The service is quiet until 09:00 of the next day. */
  endDispute(isRefunded: boolean): void {
    this.isDisputed = false
    if (isRefunded) this.refund(this.captured - this.refunded)
    this.#quietUntil = this.days.nine(this.days.dayOf(this.now) + 1)
  }

  /** A dispute that is decided at once, with a refund of this amount. */
  dispute(minor: number): void {
    this.openDispute()
    this.endDispute(false)
    this.refund(minor)
  }

  changeCard(card: string): void {
    this.card = card
    this.given += 1
    this.#waitForNine()
    this.#catchUp()
  }

  payEarly(what: EarlyChoice): ModelCharge | 'nothing to pay' | 'not with this card' | 'one is under way' {
    if (this.openCharge() !== undefined) return 'one is under way'
    const minor = Math.min(this.left(this.chosen(what)), this.collectable())
    if (minor <= 0) return 'nothing to pay'
    if (this.isNever() || this.isTooOften(this.now)) return 'not with this card'
    const charge = this.#ask('early', minor)
    this.#catchUp()
    return charge
  }

  /** Applies the bank's late answer to a charge whose answer was lost. */
  resolve(decision: Decision): void {
    const charge = this.openCharge()
    if (charge === undefined) return
    this.settle(charge, decision)
    this.#catchUp()
  }

  /** Fails the return to the newest charge that has one. */
  failReturns(): void {
    const charge = this.charges.findLast((each) => this.returnedTo(each) > 0)
    for (const one of this.returns) if (one.charge === charge) one.hasFailed = true
  }

  /** Advances to a time, and stops at every 09:00 on the way. */
  advance(to: number): void {
    const { autoCaptureDays, authorizedAt, amount } = this.#options
    const capturedAt = autoCaptureDays === null ? Number.POSITIVE_INFINITY : authorizedAt + autoCaptureDays * dayMs
    for (let nine = this.days.nineAfter(this.now); ; nine += dayMs) {
      if (!this.isClosed && capturedAt <= Math.min(nine, to)) {
        this.now = capturedAt
        this.capture(amount - this.captured)
      }
      if (nine > to) break
      this.now = nine
      this.#remind()
      this.#collect()
    }
    this.now = to
  }

  view(): PlanView {
    const [total, paid, returned, installments] = [this.total(), this.paid(), this.returned(), this.installments()]
    return { status: planStatusOf(installments, this.#isDefaulted), total, paid, returned, installments }
  }

  /** Returns the time of the next attempt if nothing else happens; null while a charge is under way. */
  nextAttemptAt(): number | null {
    if (this.#isDefaulted || this.isDisputed || this.left(this.all) === 0) return null
    const isDueNow = this.dueBy(this.now).length > 0
    const end = Math.max(this.now, this.days.nine(this.dueDays.at(-1) ?? 0)) + 100 * dayMs
    for (let nine = this.days.nineAfter(this.now); nine < end; nine += dayMs) {
      if (this.isNever() || (this.collectable() <= 0 && isDueNow) || this.#isOver(nine)) return null
      if (nine < Math.max(this.#quietUntil, this.#nextMonth())) continue
      // Money that is captured by the next due date is collected then.
      if (this.collectable() <= 0 && this.dueBy(nine).length > 0) return nine
      if (this.collectable() > 0 && this.#isToBeTried(nine) && !this.isTooOften(nine)) return nine
    }
    return null
  }

  /** Does postponed work now, in the order of its original times. */
  #catchUp(): void {
    this.#remind(Math.min(this.#timeToTry(this.now) ?? this.now, this.now))
    this.#collect()
    this.#remind()
  }

  /** Sends the messages about instalments that are due in three days, and the messages that are late. */
  #remind(until = this.now): void {
    // A plan that ends now is not reminded of first.
    if (this.#isDefaulted || this.isDisputed || this.openCharge() !== undefined || this.#isOver(this.now)) return
    const own = this.installments()
    const today = this.days.dayOf(this.now)
    for (const i of this.all.filter((index) => !this.#reminded.has(index) && isUncovered(own[index]))) {
      const due = this.dueDays[i] ?? 0
      if (until < this.days.nine(due - 3) || this.now >= this.days.nine(due) || due < today) continue
      this.#reminded.add(i)
      const isCollectable = this.collectable() > this.left(this.all.filter((earlier) => earlier < i))
      if (isCollectable) this.messages.push({ what: `reminder ${this.dueDates[i]}`, at: this.now })
    }
  }

  #collect(): void {
    if (this.isDisputed || this.openCharge() !== undefined || this.collectable() <= 0) return
    if (this.#isOver(this.now)) this.#isDefaulted = true
    else if (this.#isToBeTried(this.now) && !this.isNever()) {
      if (this.isTooOften(this.now)) this.#lateAt = this.days.nineAfter(this.now)
      else this.#ask('scheduled', Math.min(this.left(this.#toCharge()), this.collectable()))
    }
  }

  #toCharge(): number[] {
    const due = this.dueBy(this.now)
    return this.#options.isOneAMonth ? due.slice(0, 1) : due
  }

  /** 09:00 of the first day after the month in which the service charged last. */
  #nextMonth(): number {
    const last = this.charges.findLast(({ kind, status }) => kind === 'scheduled' && status === 'charged')
    if (!this.#options.isOneAMonth || last === undefined) return Number.NEGATIVE_INFINITY
    const date = dateOf(this.days.dayOf(last.requestedAt))
    const [year = 0, month = 0] = date.split('-').map(Number)
    return this.days.nine(Date.UTC(year, month, 1) / dayMs)
  }

  #isToBeTried(at: number): boolean {
    const time = this.#timeToTry(at)
    return time !== undefined && time <= at
  }

  /** Returns the first unused time of an attempt up to then. */
  #timeToTry(at: number): number | undefined {
    const due = this.dueBy(at)
    if (due.length === 0 || this.#isDefaulted) return undefined
    const triedAt = this.charges.findLast(({ kind }) => kind === 'scheduled')?.requestedAt ?? Number.NEGATIVE_INFINITY
    const first = this.#firstDecline()
    const firstDay = this.days.dayOf(first?.settledAt ?? 0)
    // A late attempt covers instalments that were due by then. Later instalments have times of their own.
    const wasDue = due.some((index) => (this.dueDays[index] ?? 0) <= this.days.dayOf(this.#lateAt))
    const late = wasDue ? [this.#lateAt] : []
    const [quiet, month] = [this.#quietUntil, this.#nextMonth()]
    const oldest = this.nineOf(due[0] ?? 0)
    for (const time of [quiet, month]) if (time > Number.NEGATIVE_INFINITY) late.push(Math.max(time, oldest))
    const retries = first === undefined ? late : retryDays.map((days) => this.days.nine(firstDay + days))
    const times = [...due.map((index) => this.nineOf(index)), ...retries].filter((time) => time > triedAt && time <= at)
    return times.length === 0 ? undefined : Math.max(Math.min(...times), this.#lateAt, quiet, month)
  }

  /** Returns the first decline, with the current card, of the oldest instalment that is due and not covered. */
  #firstDecline(): ModelCharge | undefined {
    const oldest = this.dueDays[this.dueBy(this.now)[0] ?? -1]
    return oldest === undefined ? undefined : this.declinesSince(oldest).find(({ given }) => given === this.given)
  }

  /** Whether it is the 90th day after the oldest due date, or later if the first attempt came later. */
  #isOver(at: number): boolean {
    const oldest = this.dueDays[this.dueBy(at)[0] ?? -1]
    if (oldest === undefined || this.#isDefaulted || this.collectable() <= 0) return false
    const [first] = this.declinesSince(oldest)
    // A card that was declined for good is not tried.
    if (first === undefined) return this.isNever() && at >= Math.max(this.days.nine(oldest + 90), this.#afterQuiet())
    return at >= Math.max(this.days.nine(oldest + 90), this.days.nineAfter(first.settledAt), this.#afterQuiet())
  }

  /** What fell due during a dispute is tried once before the plan ends. */
  #afterQuiet(): number {
    return this.#quietUntil === Number.NEGATIVE_INFINITY ? this.#quietUntil : this.days.nineAfter(this.#quietUntil)
  }

  // A new debt, or one that waits for another card, is tried at the next 09:00.
  #waitForNine(): void {
    if (this.dueBy(this.now).length > 0) this.#lateAt = this.days.nineAfter(this.now)
  }

  #ask(kind: 'scheduled' | 'early', minor: number): ModelCharge {
    const charge = this.write(kind, minor)
    const answer = this.#options.bank(this.card, kind)
    if (answer !== 'lost') this.settle(charge, answer)
    return charge
  }
}
