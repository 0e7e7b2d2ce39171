import type { DeclineReason, DeclineRetry } from '../card-processor.ts'

/** What Stripe says about a charge that was turned down: the members of its card errors, as far as they decide anything. */
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

// By Stripe's decline code, or its error code where there is none; what is not named is `declined`, `later`.
const meanings: Readonly<Record<string, Meaning>> = {
  insufficient_funds: ['insufficient_funds', 'later'],
  expired_card: ['expired_card', 'with_another_card'],
  lost_card: ['lost_card', 'never'],
  stolen_card: ['stolen_card', 'never'],
  // The bank keeps such a card: lost or stolen, it does not say which.
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

// The networks' own words for "never again": Visa's first category, and Mastercard's merchant advice.
const neverByVisa = ['04', '07', '12', '14', '15', '41', '43', '46', '57', 'R0', 'R1', 'R3']
const neverByAdvice = ['03', '21']

/** What a refused charge means for us. The strictest advice counts: a network that says never outweighs a bank that says later. */
export function declineOf(said: StripeDecline): Declined {
  const [reason, retry] = meanings[said.decline_code ?? ''] ?? meanings[said.code ?? ''] ?? ['declined', 'later']
  if (saysNever(said)) return { kind: 'declined', reason, retry: 'never' }
  if (retry === 'later' && said.advice_code === 'confirm_card_data') {
    return { kind: 'declined', reason, retry: 'with_another_card' }
  }
  return { kind: 'declined', reason, retry }
}

function saysNever(said: StripeDecline): boolean {
  if (said.advice_code === 'do_not_try_again') return true
  if (neverByAdvice.includes(said.network_advice_code ?? '')) return true
  return said.brand === 'visa' && neverByVisa.includes(said.network_decline_code ?? '')
}
