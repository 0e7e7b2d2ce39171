import type { Payment } from '../src/money/payments/payment.ts'
import { type PaymentPlan, standardPlan } from '../src/money/payments/payment-plan.ts'
import type { Currency } from '../src/platform/base/markets.ts'
import type { Instant } from '../src/platform/base/times.ts'
import { noFees } from '../src/platform/merchants/stores/fee-rates.ts'
import type { ModelTerms } from './plan-terms.ts'

/** Returns a payment that waits for its customer, in the form that the rules take. */
export function newPayment(amountMinor: bigint, currency: Currency, createdAt: Instant): Payment {
  return {
    ...{
      merchantId: 'm',
      id: 'p',
      storeId: 's',
      isTest: true,
      version: 1,
      changeId: null,
      status: 'CREATED',
      currency,
      amountMinor,
    },
    ...{ capturedMinor: 0n, refundedMinor: 0n, paidMinor: 0n, writtenOffMinor: 0n, orderReference: '1001', createdAt },
    ...{ expiresAt: createdAt, authorizedAt: null, closedAt: null, expiredAt: null, dueAt: null, disputeId: null },
    referredUntil: null,
    ...{
      plan: standardPlan,
      announced: 0,
      isHeld: false,
      feeRates: noFees,
      vatMinor: 0n,
      exactVat: 0n,
      captures: [],
      refunds: [],
    },
    order: {
      description: '',
      buyer: { name: '', email: '', phone: '', dob: null },
      shipping_address: { city: '', address: '', zip: '' },
      order: { tax_amount: '0.00', shipping_amount: '0.00', discount_amount: '0.00', items: [] },
      buyer_history: { registered_since: null, loyalty_level: 0 },
      order_history: [],
      meta: null,
      attachment: null,
    },
  }
}

/** Returns the plan by these terms; null: the standard ones. */
export function planFor(terms: ModelTerms | null): PaymentPlan {
  if (terms === null) return standardPlan
  const { count, period, downPayment, feePercent, feeFixed, feeOn, feeRefund } = terms
  const serviceFee = { percent: feePercent, fixedMinor: BigInt(feeFixed) }
  const chosen = { count, period, downPayment, serviceFee, feeOn, minMinor: null, maxMinor: null }
  return { terms: [chosen], chosen, feeRefund }
}
