import { planTotal } from '../payments/payment.ts'
import type { Facts } from './facts.ts'

/** A payment's money at a glance, in minor units. What was refunded, and the fees, are above zero where they are taken off. */
export interface Money {
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly feeMinor: bigint
  readonly vatMinor: bigint
  /** What the merchant gets: captured − refunded − fee − VAT. */
  readonly netMinor: bigint
  /** What the customer will have paid in the end; 0 while nothing was authorized. */
  readonly totalMinor: bigint
  readonly chargedMinor: bigint
  /** What went back to cards, or is on its way. */
  readonly returnedMinor: bigint
  /** charged − returned */
  readonly paidMinor: bigint
  /** total − paid */
  readonly owedMinor: bigint
  /** Of what is owed, what no card can be charged. */
  readonly writtenOffMinor: bigint
}

export function moneyOf({ payment, fees, plan }: Facts): Money {
  const { amountMinor, capturedMinor, refundedMinor, paidMinor, writtenOffMinor } = payment
  const totalMinor = payment.authorizedAt === null ? 0n : planTotal(payment)
  const returns = plan?.returns.filter(({ state }) => state !== 'failed') ?? []
  const returnedMinor = returns.reduce((sum, sent) => sum + sent.amountMinor, 0n)
  return {
    ...{ amountMinor, capturedMinor, refundedMinor, ...fees },
    netMinor: capturedMinor - refundedMinor - fees.feeMinor - fees.vatMinor,
    ...{ totalMinor, chargedMinor: paidMinor + returnedMinor, returnedMinor, paidMinor },
    ...{ owedMinor: totalMinor - paidMinor, writtenOffMinor },
  }
}
