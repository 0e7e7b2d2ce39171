import { hasOwnTerms, keptFee, planTotal } from '../payments/payment-plan.ts'
import type { Facts } from './facts.ts'

/** The sums of a payment, in minor units. Refunds and fees are above zero. */
export interface Money {
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly feeMinor: bigint
  readonly vatMinor: bigint
  /** The merchant's net: captured − refunded − fee − VAT. */
  readonly netMinor: bigint
  /** The customer's fee in the plan's total; null for a payment with the standard terms. */
  readonly serviceFeeMinor: bigint | null
  /** The total of the customer's plan; 0 until the payment is authorized. */
  readonly totalMinor: bigint
  readonly chargedMinor: bigint
  /** Returns to cards, confirmed or waiting. */
  readonly returnedMinor: bigint
  /** charged − returned */
  readonly paidMinor: bigint
  /** total − paid */
  readonly owedMinor: bigint
  /** The written-off part of what is owed: too little for any card. */
  readonly writtenOffMinor: bigint
}

/** Returns the sums of a payment. */
export function moneyOf({ payment, fees, plan }: Facts): Money {
  const { amountMinor, capturedMinor, refundedMinor, paidMinor, writtenOffMinor } = payment
  const totalMinor = payment.authorizedAt === null ? 0n : planTotal(payment)
  const returns = plan?.returns.filter(({ state }) => state !== 'failed') ?? []
  const returnedMinor = returns.reduce((sum, sent) => sum + sent.amountMinor, 0n)
  return {
    ...{ amountMinor, capturedMinor, refundedMinor, ...fees },
    netMinor: capturedMinor - refundedMinor - fees.feeMinor - fees.vatMinor,
    serviceFeeMinor: hasOwnTerms(payment) && payment.authorizedAt !== null ? keptFee(payment) : null,
    ...{ totalMinor, chargedMinor: paidMinor + returnedMinor, returnedMinor, paidMinor },
    ...{ owedMinor: totalMinor - paidMinor, writtenOffMinor },
  }
}
