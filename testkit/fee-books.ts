import { refundBodyOf } from '../src/money/payments/order.ts'
import { type Fee, type Payment, withCapture, withRefund } from '../src/money/payments/payment.ts'
import { feeOfCapture, feeOfRefund } from '../src/money/payments/transitions/fee.ts'
import type { Currency } from '../src/platform/base/markets.ts'
import { type FeeRates, noFees } from '../src/platform/merchants/stores/fee-rates.ts'
import { newPayment } from './plan-payment.ts'

const at = Date.parse('2026-11-21T10:00:00Z')
const movement = { referenceId: '', isByService: false }
const captureBody = { tax_amount: '0.00', shipping_amount: '0.00', discount_amount: '0.00', items: [] }

/** One payment with its fees and current rates. */
export class Books {
  payment: Payment
  readonly fees: (Fee | undefined)[] = []

  constructor(rates: Partial<FeeRates>, currency: Currency = 'AED', orderMinor = 10n ** 12n) {
    this.payment = newPayment(orderMinor, currency, at)
    this.set(rates)
  }

  set(rates: Partial<FeeRates>): void {
    this.payment = { ...this.payment, feeRates: { ...noFees, ...this.payment.feeRates, ...rates } }
  }

  /** Captures, and returns [fee, VAT]. */
  capture(amountMinor: bigint): readonly [bigint, bigint] {
    const fee = feeOfCapture(this.payment, amountMinor)
    this.payment = withCapture(this.payment, { ...movement, amountMinor, body: captureBody }, at, fee)
    return this.#note(fee)
  }

  /** Refunds, and returns [fee, VAT]. */
  refund(amountMinor: bigint): readonly [bigint, bigint] {
    const fee = feeOfRefund(this.payment, amountMinor)
    this.payment = withRefund(this.payment, { ...movement, amountMinor, body: refundBodyOf('') }, at, fee)
    return this.#note(fee)
  }

  #note(fee: Fee | undefined): readonly [bigint, bigint] {
    this.fees.push(fee)
    return [fee?.feeMinor ?? 0n, fee?.vatMinor ?? 0n]
  }
}
