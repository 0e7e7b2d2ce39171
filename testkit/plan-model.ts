// How an amount is paid in parts, collected and paid back, said once more from the contract alone (docs/contract/money.md,
// "The plan" and "Collection"), as plainly and slowly as can be: it walks from one 09:00 to the next and asks what is to be
// done. It shares nothing with the service. Amounts in minor units, times in milliseconds, days as whole local days since 1970.

export type InstallmentStatus = 'paid' | 'scheduled' | 'due' | 'overdue' | 'cancelled'
export type PlanStatus = 'active' | 'completed' | 'overdue' | 'defaulted' | 'cancelled'
export type EarlyChoice = 'next' | 'overdue' | 'all'

/** What the card's bank says: charged; declined and to be tried later; declined for good; or nothing yet. */
export type BankAnswer = 'charged' | 'later' | 'never' | 'lost'

export interface ModelCharge {
  readonly minor: number
  readonly at: number
  readonly kind: 'first' | 'scheduled' | 'early'
  readonly card: string
  status: 'open' | 'charged' | 'declined'
  isNever: boolean
}

export interface ModelReturn {
  readonly charge: ModelCharge
  readonly minor: number
  hasFailed: boolean
}

export interface ModelMessage {
  readonly kind: 'reminder' | 'collected' | 'collection_failed' | 'returned'
  readonly at: number
}

export interface PlanView {
  readonly status: PlanStatus
  readonly total: number
  readonly paid: number
  readonly returned: number
  readonly installments: readonly ModelInstallment[]
  readonly nextAttemptAt: number | null
}

export interface ModelInstallment {
  readonly dueDate: string
  readonly amount: number
  readonly paid: number
  readonly status: InstallmentStatus
}

export interface PlanOptions {
  readonly amount: number
  readonly authorizedAt: number
  readonly card: string
  /** By how many hours the store's clocks are ahead of UTC: no country of ours changes them. */
  readonly hoursAhead: number
  /** Asked for every charge but the first, in their order. */
  readonly bank: (card: string) => BankAnswer
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const retryDays = [1, 3, 7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 77, 84]
const maxDeclines = 15

export class PlanModel {
  captured = 0
  refunded = 0
  isClosed = false
  readonly charges: ModelCharge[] = []
  readonly returns: ModelReturn[] = []
  readonly messages: ModelMessage[] = []
  card: string
  now: number
  readonly #options: PlanOptions
  readonly #parts: readonly number[]
  readonly #dueDays: readonly number[]
  #cardSince: number
  #isDefaulted = false
  /** Something due should have been tried and could not be, or may be tried only now. */
  #isWaiting = false

  constructor(options: PlanOptions) {
    this.#options = options
    const quarter = Math.floor(options.amount / 4)
    this.#parts = [quarter, quarter, quarter, options.amount - 3 * quarter]
    this.now = options.authorizedAt
    const day = this.#dayOf(this.now)
    this.#dueDays = [0, 1, 2, 3].map((months) => monthsLater(day, months))
    this.card = options.card
    this.#cardSince = this.now
    if (quarter > 0) this.#write('first', quarter, 'charged')
  }

  capture(minor: number): void {
    const wasNothingCollectable = this.collectable() <= 0
    this.captured += minor
    if (wasNothingCollectable && this.#left(this.#dueBy(this.now)) > 0) this.#isWaiting = true
    if (this.captured === this.#options.amount) this.isClosed = true
  }

  close(): void {
    this.isClosed = true
    this.#payBack()
  }

  refund(minor: number): void {
    this.refunded += minor
    this.#payBack()
  }

  changeCard(card: string): void {
    this.card = card
    this.#cardSince = this.now
    if (this.#dueBy(this.now).length > 0) this.#isWaiting = true
  }

  /** Answers what is charged, or why nothing is. */
  payEarly(what: EarlyChoice): 'nothing to pay' | 'locked' | ModelCharge {
    if (this.openCharge() !== undefined) return 'locked'
    const minor = Math.min(this.#left(this.#chosen(what)), this.collectable())
    return minor <= 0 ? 'nothing to pay' : this.#ask('early', minor)
  }

  /** What the bank says of a charge whose answer was lost. */
  resolve(answer: 'charged' | 'later' | 'never'): void {
    const charge = this.openCharge()
    if (charge !== undefined) this.#settle(charge, answer)
  }

  failReturn(one: ModelReturn): void {
    one.hasFailed = true
  }

  /** Goes to a time, with every 09:00 on the way. */
  advance(to: number): void {
    for (let day = this.#dayOf(this.now); this.#nine(day) <= to; day += 1) {
      if (this.#nine(day) <= this.now) continue
      this.now = this.#nine(day)
      this.#morning(day)
    }
    this.now = to
  }

  openCharge(): ModelCharge | undefined {
    return this.charges.find(({ status }) => status === 'open')
  }

  total(): number {
    return this.isClosed ? this.captured - this.refunded : this.#options.amount
  }

  paid(): number {
    return sum(this.charges.filter(({ status }) => status === 'charged')) - this.returned()
  }

  returned(): number {
    return sum(this.returns.filter(({ hasFailed }) => !hasFailed))
  }

  collectable(): number {
    return this.captured - this.refunded - this.paid()
  }

  view(): PlanView {
    const [total, paid, returned] = [this.total(), this.paid(), this.returned()]
    const installments = this.installments()
    return { status: this.#status(), total, paid, returned, installments, nextAttemptAt: this.#nextAttempt() }
  }

  installments(): ModelInstallment[] {
    let [room, money] = [this.total(), this.paid()]
    return this.#parts.map((part, index) => {
      const amount = Math.min(part, room)
      const paid = Math.min(amount, money)
      room -= amount
      money -= paid
      const due = this.#dueDays[index] ?? 0
      return { dueDate: dateOf(due), amount, paid, status: this.#statusOf(amount, paid, due) }
    })
  }

  #statusOf(amount: number, paid: number, due: number): InstallmentStatus {
    if (amount === 0) return 'cancelled'
    if (paid === amount) return 'paid'
    if (due > this.#dayOf(this.now)) return 'scheduled'
    return this.#declinesSince(due).length > 0 ? 'overdue' : 'due'
  }

  #status(): PlanStatus {
    const all = this.installments().map(({ status }) => status)
    if (all.every((status) => status === 'cancelled')) return 'cancelled'
    if (all.every((status) => status === 'cancelled' || status === 'paid')) return 'completed'
    if (this.#isDefaulted) return 'defaulted'
    return all.includes('overdue') ? 'overdue' : 'active'
  }

  #morning(day: number): void {
    const own = this.installments()
    const reminded = own.findIndex(({ amount, paid }, i) => this.#dueDays[i] === day + 3 && paid < amount)
    if (reminded >= 0 && !this.#isDefaulted) {
      const earlier = this.#left(own.map((_, i) => i).filter((i) => i < reminded))
      if (this.collectable() > earlier) this.messages.push({ kind: 'reminder', at: this.now })
    }
    const what = this.#whatIsDone(day)
    if (what === 'default') this.#isDefaulted = true
    if (what === 'wait') this.#isWaiting = true
    if (what !== 'attempt') return
    this.#isWaiting = false
    this.#ask('scheduled', Math.min(this.#left(this.#dueBy(this.now)), this.collectable()))
  }

  /** What is to be done at 09:00 of a day that is not before now, if nothing else happens. */
  #whatIsDone(day: number): 'nothing' | 'wait' | 'attempt' | 'default' {
    const due = this.#dueBy(this.#nine(day))
    const oldest = this.#dueDays[due[0] ?? 4]
    if (oldest === undefined || this.#isDefaulted) return 'nothing'
    const isFree = this.openCharge() === undefined && this.collectable() > 0
    const declines = this.#declinesSince(oldest)
    if (isFree && day >= oldest + 90 && declines.length > 0) return 'default'
    const [first] = declines.filter(({ at }) => at >= this.#cardSince)
    const isRetry = first !== undefined && retryDays.includes(day - this.#dayOf(first.at))
    const isDueDate = due.some((index) => this.#dueDays[index] === day)
    if (!isRetry && !isDueDate && !this.#isWaiting) return 'nothing'
    return isFree && this.#mayTry(this.#nine(day)) ? 'attempt' : 'wait'
  }

  /** Whether the card has not been refused for good, and not too often. */
  #mayTry(at: number): boolean {
    const declined = this.charges.filter(({ status, card }) => status === 'declined' && card === this.card)
    const recent = declined.filter((charge) => charge.at > at - 30 * dayMs)
    return !declined.some(({ isNever }) => isNever) && recent.length < maxDeclines
  }

  #nextAttempt(): number | null {
    const today = this.#dayOf(this.now)
    const isDue = this.#dueBy(this.now).length > 0
    const wasWaiting = this.#isWaiting
    let next: number | null = null
    for (let day = today; day < today + 500 && next === null; day += 1) {
      if (this.#nine(day) <= this.now) continue
      if (this.collectable() <= 0) {
        const opens = this.#dueBy(this.#nine(day)).length > 0 && !this.#isDefaulted && this.openCharge() === undefined
        if (!isDue && opens && this.#mayTry(this.#nine(day))) next = this.#nine(day)
        continue
      }
      const what = this.#whatIsDone(day)
      if (what === 'default') break
      if (what === 'wait') this.#isWaiting = true
      if (what === 'attempt') next = this.#nine(day)
    }
    this.#isWaiting = wasWaiting
    return next
  }

  #ask(kind: 'scheduled' | 'early', minor: number): ModelCharge {
    const answer = this.#options.bank(this.card)
    const charge = this.#write(kind, minor, 'open')
    if (answer !== 'lost') this.#settle(charge, answer)
    return charge
  }

  #settle(charge: ModelCharge, answer: 'charged' | 'later' | 'never'): void {
    charge.status = answer === 'charged' ? 'charged' : 'declined'
    charge.isNever = answer === 'never'
    this.messages.push({ kind: answer === 'charged' ? 'collected' : 'collection_failed', at: this.now })
    this.#payBack()
  }

  #write(kind: ModelCharge['kind'], minor: number, status: ModelCharge['status']): ModelCharge {
    const charge: ModelCharge = { kind, minor, at: this.now, card: this.card, status, isNever: false }
    this.charges.push(charge)
    return charge
  }

  /** What is paid above the total goes back, from the newest charge backwards. */
  #payBack(): void {
    if (this.openCharge() !== undefined || this.paid() <= this.total()) return
    for (const charge of this.charges.toReversed()) {
      const own = this.returns.filter((one) => one.charge === charge && !one.hasFailed)
      const left = charge.status === 'charged' ? charge.minor - sum(own) : 0
      const minor = Math.min(left, this.paid() - this.total())
      if (minor > 0) this.returns.push({ charge, minor, hasFailed: false })
    }
    this.messages.push({ kind: 'returned', at: this.now })
  }

  /** Which instalments are not covered and fell due by then. */
  #dueBy(at: number): number[] {
    const own = this.installments()
    return [0, 1, 2, 3].filter((i) => (own[i]?.paid ?? 0) < (own[i]?.amount ?? 0) && this.#isDueOn(i, this.#dayOf(at)))
  }

  #isDueOn(index: number, day: number): boolean {
    return (this.#dueDays[index] ?? 0) <= day
  }

  #left(indexes: readonly number[]): number {
    const own = this.installments()
    return indexes.reduce((left, i) => left + (own[i]?.amount ?? 0) - (own[i]?.paid ?? 0), 0)
  }

  #chosen(what: EarlyChoice): number[] {
    const own = this.installments()
    const open = [0, 1, 2, 3].filter((i) => (own[i]?.paid ?? 0) < (own[i]?.amount ?? 0))
    if (what === 'next') return open.slice(0, 1)
    return what === 'all' ? open : open.filter((i) => own[i]?.status === 'overdue')
  }

  #declinesSince(day: number): ModelCharge[] {
    return this.charges.filter(({ status, at }) => status === 'declined' && this.#dayOf(at) >= day)
  }

  #dayOf(at: number): number {
    return Math.floor((at + this.#options.hoursAhead * hourMs) / dayMs)
  }

  #nine(day: number): number {
    return day * dayMs + (9 - this.#options.hoursAhead) * hourMs
  }
}

function monthsLater(day: number, months: number): number {
  const from = new Date(day * dayMs)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastOfMonth)) / dayMs
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

function sum(amounts: readonly { readonly minor: number }[]): number {
  return amounts.reduce((total, { minor }) => total + minor, 0)
}
