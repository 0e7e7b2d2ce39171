import type Stripe from 'stripe'
import { type Form, pairsIn, textIn } from './form.ts'
import { invalid, StripeStubError } from './stripe-error.ts'
import { type TestCard, type TestCardName, testCard } from './test-cards.ts'

// The members that the adapter reads, each with the type that Stripe publishes.
export type Intent = Pick<
  Stripe.PaymentIntent,
  'id' | 'object' | 'amount' | 'currency' | 'created' | 'metadata' | 'status' | 'cancellation_reason' | 'next_action'
> & {
  customer: string
  payment_method: string
  latest_charge: ChargeObject | null
  last_payment_error: Record<string, unknown> | null
  return_url: string | undefined
  /** Whether the bank asks the customer. Without a confirmation nothing is captured. */
  isThreeDSecure: boolean
}
export type ChargeObject = Pick<
  Stripe.Charge,
  'id' | 'object' | 'amount' | 'amount_refunded' | 'currency' | 'created' | 'metadata' | 'status'
> & {
  payment_intent: string
  captured: boolean
  payment_method_details: { card: Record<string, unknown>; type: 'card' }
}
export type RefundObject = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'currency' | 'created' | 'metadata' | 'status'
> & {
  payment_intent: string
}
export interface Method {
  readonly id: string
  readonly customer: string
  readonly card: TestCard
}

/** The objects of the Stripe stub, oldest first, and their operations. */
export class StripeBooks {
  readonly customers = new Set<string>()
  readonly methods = new Map<string, Method>()
  readonly intents: Intent[] = []
  readonly charges: ChargeObject[] = []
  readonly refunds: RefundObject[] = []
  /** Whether the account has money for refunds. */
  hasMoney = true
  readonly #apiUrl: () => string
  #count = 0

  constructor(apiUrl: () => string) {
    this.#apiUrl = apiUrl
  }

  newId(prefix: string): string {
    this.#count += 1
    return `${prefix}_${String(this.#count).padStart(12, '0')}`
  }

  /** Adds a customer with a card that was set up. */
  newMethod(card: TestCardName): Method {
    const method = { id: this.newId('pm'), customer: this.newId('cus'), card: testCard(card) }
    this.customers.add(method.customer)
    this.methods.set(method.id, method)
    return method
  }

  createIntent(form: Form): Intent {
    const [amount, currency] = [Number(textIn(form, 'amount')), textIn(form, 'currency') ?? '']
    const method = this.methods.get(textIn(form, 'payment_method') ?? '')
    if (method === undefined) throw invalid('resource_missing', 'No such PaymentMethod', 'payment_method')
    const intent: Intent = {
      id: this.newId('pi'),
      object: 'payment_intent',
      amount,
      currency,
      created: nowInSeconds(),
      metadata: pairsIn(form, 'metadata'),
      status: 'requires_confirmation',
      cancellation_reason: null,
      next_action: null,
      customer: method.customer,
      payment_method: method.id,
      latest_charge: null,
      last_payment_error: null,
      return_url: textIn(form, 'return_url'),
      isThreeDSecure: textIn(form, 'capture_method') === 'manual',
    }
    this.intents.push(intent)
    this.#confirm(intent, method, textIn(form, 'off_session') === 'true')
    return intent
  }

  /** Applies the customer's answer to the bank. */
  answerBank(id: string, isConfirmed: boolean): Intent {
    const intent = this.getIntent(id)
    if (intent.status !== 'requires_action') return intent
    intent.next_action = null
    if (isConfirmed) this.#charge(intent, 'succeeded', 'authenticated')
    else this.#decline(intent, { code: 'payment_intent_authentication_failure' })
    return intent
  }

  captureIntent(id: string): Intent {
    const intent = this.getIntent(id)
    if (intent.status !== 'requires_capture' || intent.latest_charge === null)
      throw invalid('payment_intent_unexpected_state', `You cannot capture this PaymentIntent: ${intent.status}`)
    intent.status = 'succeeded'
    intent.latest_charge.captured = true
    return intent
  }

  cancelIntent(id: string, reason: string): Intent {
    const intent = this.getIntent(id)
    if (
      !['requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture'].includes(
        intent.status,
      )
    ) {
      throw invalid('payment_intent_unexpected_state', `You cannot cancel this PaymentIntent: ${intent.status}`)
    }
    intent.status = 'canceled'
    intent.next_action = null
    intent.cancellation_reason = reason
    return intent
  }

  getIntent(id: string): Intent {
    const intent = this.intents.find((one) => one.id === id)
    if (intent === undefined) throw invalid('resource_missing', `No such payment_intent: '${id}'`, 'intent', 404)
    return intent
  }

  createRefund(form: Form): RefundObject {
    const intent = this.intents.find(({ id }) => id === textIn(form, 'payment_intent'))
    if (intent === undefined) throw invalid('resource_missing', 'No such payment_intent', 'payment_intent')
    const charge = intent.latest_charge
    if (charge?.status !== 'succeeded') throw invalid('charge_not_refundable', 'This PaymentIntent was not charged.')
    const left = charge.amount - charge.amount_refunded
    if (left === 0) throw invalid('charge_already_refunded', `Charge ${charge.id} has already been refunded.`)
    const amount = Number(textIn(form, 'amount') ?? left)
    if (amount > left) throw invalid('', `Refund amount is greater than unrefunded amount on charge`, 'amount')
    checkStep(amount, intent.currency)
    if (!this.hasMoney) throw invalid('balance_insufficient', 'Insufficient funds in your Stripe balance.')
    const behaviour = this.methods.get(intent.payment_method)?.card.refunds
    const refund: RefundObject = {
      id: this.newId('re'),
      object: 'refund',
      amount,
      currency: intent.currency,
      created: nowInSeconds(),
      metadata: pairsIn(form, 'metadata'),
      status: behaviour === 'pending' ? 'pending' : 'succeeded',
      payment_intent: intent.id,
    }
    charge.amount_refunded += amount
    this.refunds.push(refund)
    return refund
  }

  getRefund(id: string): RefundObject {
    const refund = this.refunds.find((one) => one.id === id)
    if (refund === undefined) throw invalid('resource_missing', `No such refund: '${id}'`, 'refund', 404)
    return refund
  }

  /** Lets time pass: pending charges and refunds end. */
  settle(): void {
    for (const intent of this.intents) if (intent.status === 'processing') this.#charge(intent, 'succeeded')
    for (const refund of this.refunds) {
      const intent = this.getIntent(refund.payment_intent)
      const fails = this.methods.get(intent.payment_method)?.card.refunds === 'fail'
      if (fails && refund.status === 'succeeded') {
        refund.status = 'failed'
        if (intent.latest_charge !== null) intent.latest_charge.amount_refunded -= refund.amount
      } else if (refund.status === 'pending') refund.status = 'succeeded'
    }
  }

  #confirm(intent: Intent, { card }: Method, isOffSession: boolean): void {
    if (card.challenge === 'always' && isOffSession) this.#refuse(intent, { code: 'authentication_required' })
    if (card.decline !== undefined) this.#refuse(intent, card.decline)
    const isAsked = card.challenge !== undefined || (intent.isThreeDSecure && !card.isNotEnrolled)
    if (isAsked && !isOffSession) this.#challenge(intent)
    else if (card.isSlow) intent.status = 'processing'
    else this.#charge(intent, 'succeeded')
  }

  #challenge(intent: Intent): void {
    intent.status = 'requires_action'
    const { return_url } = intent
    intent.next_action =
      return_url === undefined
        ? { type: 'use_stripe_sdk', use_stripe_sdk: {} }
        : { type: 'redirect_to_url', redirect_to_url: { return_url, url: `${this.#apiUrl()}/challenge/${intent.id}` } }
  }

  #refuse(intent: Intent, decline: NonNullable<TestCard['decline']>): never {
    throw new StripeStubError(402, { ...this.#decline(intent, decline), payment_intent: { ...intent } })
  }

  #decline(intent: Intent, decline: NonNullable<TestCard['decline']>): Record<string, unknown> {
    const { card, id } = this.methods.get(intent.payment_method) ?? {}
    this.#charge(intent, 'failed')
    intent.status = 'requires_payment_method'
    const payment_method = { id, object: 'payment_method', type: 'card', card: { brand: card?.brand } }
    intent.last_payment_error = { type: 'card_error', message: 'Your card was declined.', ...decline, payment_method }
    return intent.last_payment_error
  }

  #charge(intent: Intent, status: 'succeeded' | 'failed', threeDSecure?: 'authenticated'): void {
    const { card } = this.methods.get(intent.payment_method) ?? {}
    const charge: ChargeObject = {
      id: this.newId('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_refunded: 0,
      currency: intent.currency,
      created: nowInSeconds(),
      metadata: { ...intent.metadata },
      status,
      payment_intent: intent.id,
      captured: status === 'succeeded' && !intent.isThreeDSecure,
      payment_method_details: {
        type: 'card',
        card: {
          brand: card?.brand,
          network_transaction_id: status === 'succeeded' ? `network_${intent.id}` : null,
          three_d_secure: threeDSecure === undefined ? null : { result: threeDSecure },
        },
      },
    }
    this.charges.push(charge)
    intent.latest_charge = charge
    if (status === 'succeeded') intent.status = intent.isThreeDSecure ? 'requires_capture' : 'succeeded'
  }
}

/** The last digit of a currency with three decimals must be zero. */
export function checkStep(amount: number, currency: string): void {
  if (currency === 'kwd' && amount % 10 !== 0) throw invalid('parameter_invalid_integer', 'Invalid amount', 'amount')
}

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1_000)
}
