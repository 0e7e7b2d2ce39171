import { parseAmount } from '../../platform/base/money.ts'
import type { Payment } from './payment.ts'

/** An amount of the order beside its items. A discount is positive: what it takes off. */
export interface Adjustment {
  readonly kind: 'shipping' | 'discount' | 'tax'
  readonly amountMinor: bigint
}

/**
 * Returns the order's shipping, discount and tax, in minor units, without those that are zero. Some shops send a discount
 * as a negative amount; it means the same.
 */
export function adjustmentsOf({ order: { order }, currency }: Pick<Payment, 'order' | 'currency'>): Adjustment[] {
  const sent = [
    ['shipping', order.shipping_amount],
    ['discount', order.discount_amount],
    ['tax', order.tax_amount],
  ] as const
  return sent.flatMap(([kind, text]) => {
    const amountMinor = parseAmount(text, currency)
    if (typeof amountMinor !== 'bigint' || amountMinor === 0n) return []
    return [{ kind, amountMinor: kind === 'discount' && amountMinor < 0n ? -amountMinor : amountMinor }]
  })
}
