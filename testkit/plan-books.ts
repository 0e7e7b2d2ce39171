import type { ModelMessage } from './contact-model.ts'
import { dateOf, dayMs, installmentsOf, LocalDays, type ModelInstallment, monthsLater } from './plan-installments.ts'
import { feeOf, keptFeeOf, type ModelTerms, partsOf } from './plan-terms.ts'

// The money of one payment, computed from the contract alone (docs/contract/money.md#the-plan), for
// testkit/plan-model.ts: debts, charges and returns. Amounts in minor units, times in milliseconds, days as whole local
// days since 1970.

export type EarlyChoice = 'next' | 'overdue' | 'all'

/** The bank's answer: charged, declined for now, declined for good. */
export type Decision = 'charged' | 'later' | 'never'

export interface ModelCharge {
  readonly minor: number
  readonly kind: 'first' | 'scheduled' | 'early'
  readonly card: string
  /** The number of the card that was charged; 0 is the first one. */
  readonly given: number
  readonly requestedAt: number
  settledAt: number
  status: 'open' | 'charged' | 'declined'
  isNever: boolean
}

export interface ModelReturn {
  readonly charge: ModelCharge
  readonly minor: number
  hasFailed: boolean
}

export interface PlanOptions {
  readonly amount: number
  readonly terms: ModelTerms
  readonly authorizedAt: number
  readonly card: string
  readonly hoursAhead: number
  /** Whether the service charges one part in a calendar month. */
  readonly isOneAMonth: boolean
  /** The number of days after which the remaining amount is captured, unless the payment was closed. */
  readonly autoCaptureDays: number | null
  /** The bank's answers to later charges, in order; `lost`: no answer arrives. */
  readonly bank: (card: string, kind: 'scheduled' | 'early') => Decision | 'lost'
}

/** Upper limit on declines of a payment, within this number of days. */
const maxDeclines = { count: 15, days: 30 } as const

export class PlanBooks {
  captured = 0
  refunded = 0
  isClosed = false
  isDisputed = false
  readonly charges: ModelCharge[] = []
  readonly returns: ModelReturn[] = []
  /** The messages to the customer, in order. */
  readonly messages: ModelMessage[] = []
  card: string
  /** The number of cards that were given after the first one. */
  given = 0
  now: number
  readonly amount: number
  readonly terms: ModelTerms
  /** The numbers of the parts, from 0. */
  readonly all: readonly number[]
  readonly days: LocalDays
  readonly dueDays: readonly number[]
  readonly dueDates: readonly string[]
  readonly #parts: readonly number[]

  constructor({ amount, terms, authorizedAt, card, hoursAhead }: PlanOptions) {
    this.amount = amount
    this.terms = terms
    this.all = Array.from({ length: terms.count }, (_, index) => index)
    this.days = new LocalDays(hoursAhead)
    this.#parts = partsOf(terms, amount)
    const firstDay = this.days.dayOf(authorizedAt)
    this.dueDays = this.all.map((index) =>
      terms.period === 'P1M' ? monthsLater(firstDay, index) : firstDay + 14 * index,
    )
    this.dueDates = this.dueDays.map(dateOf)
    this.now = authorizedAt
    this.card = card
    const first = this.#parts[0] ?? 0
    if (first > 0) this.write('first', first).status = 'charged'
  }

  openCharge(): ModelCharge | undefined {
    return this.charges.find(({ status }) => status === 'open')
  }

  total(): number {
    return (this.isClosed ? this.captured - this.refunded : this.amount) + this.#keptFee()
  }

  #keptFee(): number {
    if (!this.isClosed) return feeOf(this.terms, this.amount)
    return keptFeeOf(this.terms, this.amount, this.captured, this.captured - this.refunded)
  }

  paid(): number {
    return sum(this.charges.filter(({ status }) => status === 'charged')) - this.returned()
  }

  returned(): number {
    return sum(this.returns.filter(({ hasFailed }) => !hasFailed))
  }

  #excess(): number {
    return this.paid() - sum(this.returns.filter(({ hasFailed }) => hasFailed)) - this.total()
  }

  returnedTo(charge: ModelCharge): number {
    return sum(this.returns.filter((one) => one.charge === charge && !one.hasFailed))
  }

  collectable(): number {
    return this.captured - this.refunded + (this.captured > 0 ? this.#keptFee() : 0) - this.paid()
  }

  isNever(): boolean {
    return this.charges.some(({ card, isNever }) => isNever && card === this.card)
  }

  isTooOften(at: number): boolean {
    const declined = this.charges.filter(({ status, card }) => status === 'declined' && card === this.card)
    return declined.filter(({ settledAt }) => settledAt > at - maxDeclines.days * dayMs).length >= maxDeclines.count
  }

  write(kind: ModelCharge['kind'], minor: number): ModelCharge {
    const [status, card, given, at] = ['open' as const, this.card, this.given, this.now]
    const charge: ModelCharge = { kind, minor, card, given, status, requestedAt: at, settledAt: at, isNever: false }
    this.charges.push(charge)
    return charge
  }

  settle(charge: ModelCharge, decision: Decision): void {
    charge.status = decision === 'charged' ? 'charged' : 'declined'
    charge.isNever = decision === 'never'
    charge.settledAt = this.now
    if (decision === 'charged') this.#message('collected')
    else if (!this.isDisputed) this.#message('collection_failed')
    this.payBack()
  }

  /**
   * Returns the amount paid above the total, from the newest charge backwards, once no charge is under way. A failed
   * return is left to a person.
   */
  payBack(): void {
    if (this.openCharge() !== undefined || this.#excess() <= 0) return
    for (const charge of this.charges.toReversed()) {
      const own = this.returns.filter((one) => one.charge === charge && !one.hasFailed)
      const left = charge.status === 'charged' ? charge.minor - sum(own) : 0
      const minor = Math.min(left, this.#excess())
      if (minor > 0) this.returns.push({ charge, minor, hasFailed: false })
    }
    this.#message('returned')
  }

  #message(what: string): void {
    this.messages.push({ what, at: this.now })
  }

  installments(): ModelInstallment[] {
    const [parts, dueDays, today] = [this.#parts, this.dueDays, this.days.dayOf(this.now)]
    const dueDates = this.dueDates
    const hasFailedSince = (day: number): boolean => this.declinesSince(day).length > 0
    return installmentsOf({ parts, dueDays, dueDates, total: this.total(), paid: this.paid(), today, hasFailedSince })
  }

  /** Returns the instalments that are not covered and were due by then. */
  dueBy(at: number): number[] {
    const own = this.installments()
    const day = this.days.dayOf(at)
    return this.all.filter((index) => isUncovered(own[index]) && (this.dueDays[index] ?? 0) <= day)
  }

  nineOf(index: number): number {
    return this.days.nine(this.dueDays[index] ?? 0)
  }

  left(indexes: readonly number[]): number {
    const own = this.installments()
    return indexes.reduce((left, i) => left + (own[i]?.amount ?? 0) - (own[i]?.paid ?? 0), 0)
  }

  chosen(what: EarlyChoice): number[] {
    const own = this.installments()
    const open = this.all.filter((index) => isUncovered(own[index]))
    if (what === 'next') return open.slice(0, 1)
    return what === 'all' ? open : open.filter((index) => own[index]?.status === 'overdue')
  }

  declinesSince(day: number): ModelCharge[] {
    return this.charges.filter(({ status, settledAt }) => status === 'declined' && this.days.dayOf(settledAt) >= day)
  }
}

export function isUncovered(one: ModelInstallment | undefined): boolean {
  return one !== undefined && one.paid < one.amount
}

function sum(amounts: readonly { readonly minor: number }[]): number {
  return amounts.reduce((total, { minor }) => total + minor, 0)
}
