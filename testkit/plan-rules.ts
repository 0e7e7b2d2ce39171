import { type Charge, newCharge } from '../src/money/charges/charge.ts'
import { type Collection, scheduled } from '../src/money/collections/collection.ts'
import { collectionFactsOf } from '../src/money/collections/facts.ts'
import { reminderMessage } from '../src/money/collections/messages/plan-messages.ts'
import { refundBodyOf } from '../src/money/payments/order.ts'
import { leftToCapture, leftToRefund, type Payment, type PaymentChange } from '../src/money/payments/payment.ts'
import { planTotal } from '../src/money/payments/payment-plan.ts'
import { capture, dueChange } from '../src/money/payments/transitions/capture.ts'
import { authorize } from '../src/money/payments/transitions/checkout.ts'
import { close } from '../src/money/payments/transitions/close.ts'
import { collect, failReturn, writeOff } from '../src/money/payments/transitions/collect.ts'
import { endDispute, openDispute, refundDispute } from '../src/money/payments/transitions/dispute.ts'
import { refund } from '../src/money/payments/transitions/refund.ts'
import { earlyAmount } from '../src/money/plans/charge-amounts.ts'
import { collectionTimeOf, daysLater, localDateOf } from '../src/money/plans/local-time.ts'
import { downPaymentOf, planAt } from '../src/money/plans/plan.ts'
import { amountToCollect, type CollectionFacts, mayTry, nextAttemptAt, nextStep } from '../src/money/plans/schedule.ts'
import type { Card, DeclineRetry } from '../src/platform/adapters/card-processor.ts'
import { least } from '../src/platform/base/money.ts'
import type { Instant } from '../src/platform/base/times.ts'
import type { Decision, EarlyChoice } from './plan-books.ts'
import type { PlanHistory } from './plan-histories.ts'
import { dayMs } from './plan-installments.ts'
import { newPayment, planFor } from './plan-payment.ts'

interface RulesReturn {
  readonly charge: string
  readonly amountMinor: bigint
  hasFailed: boolean
}

/** Every minor unit may be charged in these histories. */
const limits = { smallestMinor: 1n, stepMinor: 1n } as const

/** One payment, moved by the service's own rules: its use cases without database and processor. */
export class PlanRules {
  payment: Payment
  now: Instant
  charges: Charge[] = []
  readonly returns: RulesReturn[] = []
  readonly messages: string[] = []
  #collection: Collection
  #given = 0
  readonly #bank: (card: string) => Decision | 'lost'

  constructor(
    { currency, amount, authorizedAt, autoCaptureDays, terms }: PlanHistory,
    bank: (card: string) => Decision | 'lost',
  ) {
    this.now = authorizedAt
    this.#bank = bank
    const autoCaptureSeconds = autoCaptureDays === null ? null : (autoCaptureDays * dayMs) / 1_000
    const created = { ...newPayment(BigInt(amount), currency, authorizedAt), plan: planFor(terms) }
    this.payment = authorize(created, autoCaptureSeconds, authorizedAt).after
    const { merchantId, id: paymentId, isTest } = this.payment
    const collection: Collection = {
      ...{ merchantId, paymentId, isTest, currency, version: 1, phone: '+971500000001', lang: 'en' },
      ...{ card: cardOf(0, 0), cardSince: authorizedAt, networkReference: '', chargeId: null, remindedFor: null },
      ...{ defaultedAt: null, quietUntil: null, isFailing: false, dueAt: null, startsAt: authorizedAt },
    }
    this.#collection = scheduled(collection, this.#factsOf(collection), this.now)
    const first = downPaymentOf(this.payment.plan.chosen, this.payment.amountMinor)
    if (first > 0n) this.charges.push({ ...this.#newCharge('first', first), state: 'approved', settledAt: this.now })
  }

  get facts(): CollectionFacts {
    return this.#factsOf(this.#collection)
  }

  capture(minor: number): void {
    const request = { referenceId: '', amountMinor: BigInt(minor), body: emptyBody, wrong: [] }
    this.#change(capture(this.payment, request, this.now))
  }

  refund(minor: number): void {
    const request = { referenceId: '', amountMinor: BigInt(minor), body: refundBodyOf(''), wrong: [] }
    this.#change(refund(this.payment, request, this.now))
  }

  openDispute(): void {
    this.#change(openDispute(this.payment, 'd', leftToRefund(this.payment)))
  }

  /** The dispute ends: for the merchant, or with a refund of the disputed amount. */
  endDispute(isRefunded: boolean): void {
    const amountMinor = leftToRefund(this.payment)
    this.#change(isRefunded ? refundDispute(this.payment, 'd', amountMinor, this.now) : endDispute(this.payment, 'd'))
    const { currency } = this.payment
    const quietUntil = collectionTimeOf(daysLater(localDateOf(this.now, currency), 1), currency)
    this.#collection = { ...this.#collection, quietUntil }
  }

  close(): void {
    this.#change(close(this.payment, this.now))
  }

  changeCard(card: number): void {
    this.#given += 1
    this.#save({ ...this.#collection, card: cardOf(card, this.#given), cardSince: this.now })
    this.#runDue()
  }

  payEarly(what: EarlyChoice): string | undefined {
    if (this.#collection.chargeId !== null) return 'one is under way'
    const amountMinor = earlyAmount(this.facts, what, this.now)
    if (amountMinor === 0n) return 'nothing to pay'
    if (!mayTry(this.facts.card, this.now)) return 'not with this card'
    this.#ask('early', amountMinor)
    this.#runDue()
    return undefined
  }

  resolve(decision: Decision): void {
    const charge = this.openCharge()
    if (charge === undefined) return
    this.#settle(charge, decision)
    this.#runDue()
  }

  failReturns(): void {
    const sent = this.returns.filter(({ hasFailed }) => !hasFailed)
    const newest = this.charges.findLast(({ id }) => sent.some(({ charge }) => charge === id))
    for (const one of sent.filter(({ charge }) => charge === newest?.id)) {
      one.hasFailed = true
      this.#change(failReturn(this.payment, one.amountMinor))
    }
  }

  /** Advances the clock, and stops at each due time on the way, as the sandbox's clock does. */
  advance(to: Instant): void {
    for (;;) {
      const times = [this.payment.dueAt, this.#collection.dueAt].filter((at) => at !== null && at <= to)
      if (times.length === 0) break
      this.now = Math.max(this.now, Math.min(...times.map(Number)))
      const change = dueChange(this.payment, this.now)
      if (change !== undefined) this.#change(change)
      else this.#runDue()
    }
    this.now = to
  }

  openCharge(): Charge | undefined {
    return this.charges.find(({ state }) => state === 'open')
  }

  plan() {
    return planAt(this.facts, this.now)
  }

  total(): number {
    return Number(planTotal(this.payment))
  }

  nextAttemptAt(): Instant | null {
    return nextAttemptAt(this.facts, this.now)
  }

  leftToCapture(): number {
    return this.payment.status === 'AUTHORIZED' ? Number(leftToCapture(this.payment)) : 0
  }

  leftToRefund(): number {
    return this.payment.status === 'CLOSED' ? Number(leftToRefund(this.payment)) : 0
  }

  #factsOf(collection: Collection): CollectionFacts {
    return collectionFactsOf(collection, this.payment, this.charges, limits)
  }

  #save(collection: Collection): void {
    this.#collection = scheduled(collection, this.#factsOf(collection), this.now)
  }

  #change(change: PaymentChange | symbol): void {
    if (typeof change === 'symbol') throw new Error('no reference is used twice here')
    this.payment = change.after
    this.#sendBack(change.returnedMinor)
  }

  // Like the statement that saves a payment: from the newest charge backwards, from each at most its remaining amount.
  #sendBack(amountMinor: bigint): void {
    let left = amountMinor
    for (const { id, state, amountMinor: charged } of this.charges.toReversed()) {
      const own = this.returns.filter(({ charge, hasFailed }) => charge === id && !hasFailed)
      const held = own.reduce((rest, one) => rest - one.amountMinor, state === 'approved' ? charged : 0n)
      const part = least(held, left)
      if (part > 0n) this.returns.push({ charge: id, amountMinor: part, hasFailed: false })
      left -= part
    }
    if (left > 0n) throw new Error(`${left} of ${amountMinor} to be sent back belong to no charge`)
    if (amountMinor > 0n) this.messages.push('returned')
  }

  #runDue(): void {
    for (let { dueAt } = this.#collection; dueAt !== null && dueAt <= this.now; dueAt = this.#collection.dueAt) {
      this.#step()
    }
  }

  #step(): void {
    const [collection, facts] = [this.#collection, this.facts]
    const step = nextStep(facts, this.now)
    if (step === undefined || step.at > this.now) this.#save(collection)
    else if (step.kind === 'default') this.#save({ ...collection, defaultedAt: this.now })
    else if (step.kind === 'wait') this.#collection = { ...collection, dueAt: step.at }
    else if (step.kind === 'collect') this.#ask('scheduled', amountToCollect(facts, this.now))
    else if (step.kind === 'write_off') {
      this.#change(writeOff(this.payment))
      this.#save(collection)
    } else {
      const loaded = { collection, facts, payment: this.payment, charges: this.charges, storeName: '', storeLogo: null }
      const { message, dueDate } = reminderMessage(loaded, this.now)
      if (message !== undefined) this.messages.push(`reminder ${message.event}`)
      this.#save({ ...collection, remindedFor: dueDate })
    }
  }

  #ask(kind: 'scheduled' | 'early', amountMinor: bigint): void {
    const charge = this.#newCharge(kind, amountMinor)
    this.charges.push(charge)
    this.#collection = { ...this.#collection, chargeId: charge.id, dueAt: null }
    const answer = this.#bank(charge.card.token)
    if (answer !== 'lost') this.#settle(charge, answer)
  }

  #settle(charge: Charge, decision: Decision): void {
    const declined = { declineReason: 'declined', declineRetry: decision as DeclineRetry } as const
    const end = decision === 'charged' ? { state: 'approved' as const } : { state: 'declined' as const, ...declined }
    this.charges = this.charges.map((one) => (one.id === charge.id ? { ...charge, ...end, settledAt: this.now } : one))
    if (decision === 'charged') this.messages.push('collected')
    else if (this.payment.disputeId === null) this.messages.push('collection_failed')
    if (decision === 'charged') this.#change(collect(this.payment, charge.amountMinor, limits.stepMinor))
    this.#save({ ...this.#collection, chargeId: null })
  }

  #newCharge(kind: Charge['kind'], amountMinor: bigint): Charge {
    const { merchantId, paymentId, isTest, currency, card, networkReference, phone } = this.#collection
    return newCharge({
      ...{ merchantId, paymentId, isTest, currency, card, networkReference, phone, kind, amountMinor },
      ...{ sessionId: null, createdAt: this.now },
    })
  }
}

const emptyBody = { tax_amount: '0.00', shipping_amount: '0.00', discount_amount: '0.00', items: [] }

// A processor gives the same card another token each time.
function cardOf(number: number, given: number): Card {
  return { token: `${number} ${given}`, brand: 'visa', lastFour: `000${number}`, expiryMonth: 1, expiryYear: 2050 }
}
