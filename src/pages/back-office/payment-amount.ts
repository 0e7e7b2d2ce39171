import type { Currency } from '../../platform/base/markets.ts'
import { type Content, html } from '../../platform/ui/html.ts'

interface PaymentAmountProps {
  /** Amounts in minor units. */
  readonly payment: {
    readonly currency: Currency
    readonly amountMinor: bigint
    readonly capturedMinor: bigint
    readonly refundedMinor: bigint
  }
  readonly words: {
    money(minor: bigint, currency: Currency): string
    readonly texts: { readonly captured: string; readonly refunded: string; readonly leftAfterRefunds: string }
  }
}

/**
 * The amount of a payment's order. Below it: the captured amount, if it is a part of the order; the refunded amount, if
 * there is one; the remaining amount, if only a part was refunded.
 */
export function PaymentAmount({ payment, words }: PaymentAmountProps): Content {
  const { currency, amountMinor, capturedMinor, refundedMinor } = payment
  const { texts } = words
  const isPartlyCaptured = capturedMinor > 0n && capturedMinor < amountMinor
  const isPartlyRefunded = refundedMinor > 0n && refundedMinor < capturedMinor
  const parts: (readonly [string, bigint])[] = [
    ...(isPartlyCaptured ? [[texts.captured, capturedMinor] as const] : []),
    ...(refundedMinor > 0n ? [[texts.refunded, refundedMinor] as const] : []),
    ...(isPartlyRefunded ? [[texts.leftAfterRefunds, capturedMinor - refundedMinor] as const] : []),
  ]
  const whole = words.money(amountMinor, currency)
  if (parts.length === 0) return whole
  return html`<span class="amounts"><span>${whole}</span>${parts.map(
    ([label, minor]) =>
      html`<span class="soft small">${label} <span class="number">${words.money(minor, currency)}</span></span>`,
  )}</span>`
}
