/** The behaviour of one of Stripe's test cards, as https://docs.stripe.com/testing describes it. */
export interface TestCard {
  readonly brand: string
  readonly lastFour: string
  /** Always declined. */
  readonly decline?: {
    readonly code: string
    readonly decline_code?: string
    readonly advice_code?: string
    readonly network_advice_code?: string
    readonly network_decline_code?: string
  }
  /** When the bank asks the customer. */
  readonly challenge?: 'always' | 'on session'
  /** Its bank does not support 3-D Secure. */
  readonly isNotEnrolled?: boolean
  /** The outcome of refunds: pending, or failed after being pending. */
  readonly refunds?: 'pending' | 'fail'
  /** The charge is pending at first. */
  readonly isSlow?: boolean
}

const visa = { brand: 'visa', lastFour: '4242' }

function declined(decline_code: string, more: Partial<NonNullable<TestCard['decline']>> = {}): TestCard {
  return { ...visa, decline: { code: 'card_declined', decline_code, ...more } }
}

export const testCards = {
  pm_card_visa: visa,
  pm_card_mastercard: { brand: 'mastercard', lastFour: '4444' },
  pm_card_amex: { brand: 'amex', lastFour: '8431' },
  pm_card_discover: { brand: 'discover', lastFour: '9424' },
  pm_card_visa_chargeDeclined: declined('generic_decline', { advice_code: 'try_again_later' }),
  pm_card_visa_chargeDeclinedInsufficientFunds: declined('insufficient_funds', { advice_code: 'try_again_later' }),
  pm_card_visa_chargeDeclinedLostCard: declined('lost_card'),
  pm_card_visa_chargeDeclinedStolenCard: declined('stolen_card'),
  pm_card_chargeDeclinedExpiredCard: { ...visa, decline: { code: 'expired_card' } },
  pm_card_chargeDeclinedProcessingError: { ...visa, decline: { code: 'processing_error' } },
  pm_card_authenticationRequired: { ...visa, challenge: 'always' },
  pm_card_authenticationRequiredOnSetup: { ...visa, challenge: 'on session' },
  pm_card_pendingRefund: { ...visa, refunds: 'pending' },
  pm_card_refundFail: { ...visa, refunds: 'fail' },
  // These cards have no name at Stripe.
  not_enrolled: { ...visa, isNotEnrolled: true },
  slow: { ...visa, isSlow: true },
  never_by_advice: declined('generic_decline', { network_advice_code: '03' }),
  never_by_visa: declined('generic_decline', { network_decline_code: '14' }),
} satisfies Readonly<Record<string, TestCard>>

export type TestCardName = keyof typeof testCards

export function testCard(name: TestCardName): TestCard {
  return testCards[name]
}
