import type { DeclineReason, DeclineRetry } from '../card-processor.ts'

/** The members of Stripe's card error that decide the meaning of a decline. */
export interface StripeDecline {
  readonly code?: string | null | undefined
  readonly decline_code?: string | null | undefined
  readonly advice_code?: string | null | undefined
  readonly network_advice_code?: string | null | undefined
  readonly network_decline_code?: string | null | undefined
  readonly brand?: string | null | undefined
}

export interface Declined {
  readonly kind: 'declined'
  readonly reason: DeclineReason
  readonly retry: DeclineRetry
}

type Meaning = readonly [DeclineReason, DeclineRetry]

// By Stripe's decline code, else its error code. Other codes mean `declined`, `later`.
const meanings: Readonly<Record<string, Meaning>> = {
  insufficient_funds: ['insufficient_funds', 'later'],
  expired_card: ['expired_card', 'with_another_card'],
  lost_card: ['lost_card', 'never'],
  stolen_card: ['stolen_card', 'never'],
  // The bank keeps the card: it is lost or stolen, without saying which.
  pickup_card: ['stolen_card', 'never'],
  restricted_card: ['declined', 'never'],
  invalid_account: ['closed_account', 'never'],
  do_not_try_again: ['declined', 'never'],
  stop_payment_order: ['declined', 'never'],
  revocation_of_authorization: ['declined', 'never'],
  revocation_of_all_authorizations: ['declined', 'never'],
  authentication_required: ['customer_required', 'by_customer'],
  approve_with_id: ['customer_required', 'by_customer'],
  payment_intent_authentication_failure: ['not_confirmed', 'later'],
  issuer_not_available: ['unavailable', 'later'],
  processing_error: ['unavailable', 'later'],
  card_not_supported: ['declined', 'with_another_card'],
  currency_not_supported: ['declined', 'with_another_card'],
  service_not_allowed: ['declined', 'with_another_card'],
  transaction_not_allowed: ['declined', 'with_another_card'],
  not_permitted: ['declined', 'with_another_card'],
  fraudulent: ['declined', 'with_another_card'],
  merchant_blacklist: ['declined', 'with_another_card'],
  security_violation: ['declined', 'with_another_card'],
  new_account_information_available: ['declined', 'with_another_card'],
  incorrect_number: ['declined', 'with_another_card'],
  invalid_number: ['declined', 'with_another_card'],
  incorrect_cvc: ['declined', 'with_another_card'],
  invalid_cvc: ['declined', 'with_another_card'],
  invalid_expiry_month: ['expired_card', 'with_another_card'],
  invalid_expiry_year: ['expired_card', 'with_another_card'],
  live_mode_test_card: ['declined', 'with_another_card'],
  testmode_decline: ['declined', 'with_another_card'],
  // The card was removed at Stripe.
  resource_missing: ['closed_account', 'with_another_card'],
}

// The card networks' codes for "never again": Visa's first category, and Mastercard's merchant advice.
const neverByVisa = ['04', '07', '12', '14', '15', '41', '43', '46', '57', 'R0', 'R1', 'R3']
const neverByAdvice = ['03', '21']

/**
 * Returns the meaning of a refused charge. The strictest advice counts: a network's `never` outweighs a bank's
 * `later`.
 */
export function declineOf(decline: StripeDecline): Declined {
  const [reason, retry] = meanings[decline.decline_code ?? ''] ?? meanings[decline.code ?? ''] ?? ['declined', 'later']
  if (saysNever(decline)) return { kind: 'declined', reason, retry: 'never' }
  if (retry === 'later' && decline.advice_code === 'confirm_card_data') {
    return { kind: 'declined', reason, retry: 'with_another_card' }
  }
  return { kind: 'declined', reason, retry }
}

function saysNever(decline: StripeDecline): boolean {
  if (decline.advice_code === 'do_not_try_again') return true
  if (neverByAdvice.includes(decline.network_advice_code ?? '')) return true
  return decline.brand === 'visa' && neverByVisa.includes(decline.network_decline_code ?? '')
}
