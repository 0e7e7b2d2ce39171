import type Stripe from 'stripe'
import { type Currency, marketOf } from '../../base/markets.ts'
import { decimalsOf } from '../../base/money.ts'
import type { CardLimits, Charge, ChargeResult } from '../card-processor.ts'
import { NoStripeAnswer } from './client.ts'
import { declineOf } from './declines.ts'

/** The names of our ids in Stripe's metadata. */
export const ours = {
  charge: 'qist_charge_id',
  refund: 'qist_refund_id',
  merchant: 'qist_merchant_id',
  mode: 'qist_mode',
  attempt: 'qist_attempt',
} as const

export function oursOf(of: Pick<Charge, 'merchantId' | 'isTest'>): Record<string, string> {
  return { [ours.merchant]: of.merchantId, [ours.mode]: of.isTest ? 'test' : 'live' }
}

// Of three decimals the last must be zero (docs.stripe.com/currencies).
export function limitsOf(currency: Currency): CardLimits {
  return { smallestMinor: marketOf(currency).smallestChargeMinor, stepMinor: decimalsOf(currency) === 3 ? 10n : 1n }
}

/** Reads the token of a stored card: a customer at Stripe with one payment method. */
export function readToken(token: string): { readonly customer: string; readonly paymentMethod: string } {
  const [customer = '', paymentMethod = ''] = token.split('/')
  return { customer, paymentMethod }
}

/** Returns the request of a charge. It must be the same each time, or Stripe refuses the idempotency key. */
export function intentParams(charge: Charge): Stripe.PaymentIntentCreateParams {
  const { customer, paymentMethod } = readToken(charge.token)
  const common: Stripe.PaymentIntentCreateParams = {
    amount: Number(charge.amountMinor),
    currency: charge.currency.toLowerCase(),
    customer,
    payment_method: paymentMethod,
    allowed_payment_method_types: ['card'],
    confirm: true,
    expand: ['latest_charge'],
    metadata: { ...oursOf(charge), [ours.charge]: charge.id, qist_payment_id: charge.agreement.id },
  }
  if (charge.initiator === 'merchant') {
    return {
      ...common,
      off_session: true,
      payment_method_options: { card: { stored_credential_usage: 'installment' } },
    }
  }
  const returning = charge.returnUrl === '' ? common : { ...common, return_url: charge.returnUrl }
  if (!charge.agreement.isFirst) return returning
  const first: Stripe.PaymentIntentCreateParams = {
    ...returning,
    setup_future_usage: 'off_session',
    payment_method_options: { card: { setup_credential_usage: 'installment' } },
  }
  if (charge.requiresThreeDSecure !== true) return first
  // Some banks accept without 3-D Secure: money is captured only after the customer has confirmed.
  return {
    ...first,
    capture_method: 'manual',
    payment_method_options: { card: { setup_credential_usage: 'installment', request_three_d_secure: 'challenge' } },
  }
}

/** Returns whether the customer confirmed the intent at the bank. */
export function isAuthenticated({ latest_charge: charge }: Stripe.PaymentIntent): boolean {
  if (charge === null || typeof charge === 'string') return false
  return charge.payment_method_details?.card?.three_d_secure?.result === 'authenticated'
}

/**
 * Returns whether an intent waits for input that will not come: another card, or a customer without an address to
 * go to. Its secret still allows a payment, so it is cancelled before it counts as declined.
 */
export function isStuck(intent: Stripe.PaymentIntent): boolean {
  return intent.status === 'requires_payment_method' || isWithoutAddress(intent)
}

function isWithoutAddress({ status, next_action: action }: Stripe.PaymentIntent): boolean {
  return status === 'requires_action' && typeof action?.redirect_to_url?.url !== 'string'
}

/** Returns the result of an intent. */
export function resultOf(intent: Stripe.PaymentIntent): ChargeResult {
  const reference = intent.id
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'charged', reference, networkReference: networkReferenceOf(intent) }
    case 'processing':
      return { kind: 'pending' }
    case 'requires_action':
      return { kind: 'challenge', reference, address: intent.next_action?.redirect_to_url?.url ?? null }
    case 'canceled':
    case 'requires_payment_method': {
      const lastError = intent.last_payment_error
      if (lastError === null) return { kind: 'declined', reason: 'not_confirmed', retry: 'later' }
      return declineOf({ ...lastError, brand: lastError.payment_method?.card?.brand })
    }
    default:
      throw new NoStripeAnswer(`Stripe: an intent that is ${intent.status}`)
  }
}

function networkReferenceOf({ latest_charge: charge }: Stripe.PaymentIntent): string {
  if (charge === null || typeof charge === 'string') return ''
  return charge.payment_method_details?.card?.network_transaction_id ?? ''
}
