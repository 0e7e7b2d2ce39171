import { parseAmount } from '../../platform/base/money.ts'
import type { Payment } from './payment.ts'

/** An amount of the order beside its items, as the shop sent it. A discount is positive. */
export interface Adjustment {
  readonly kind: 'shipping' | 'discount' | 'tax'
  readonly amountMinor: bigint
}

/** Returns the order's shipping, discount and tax, in minor units, without those that are zero. */
export function adjustmentsOf({ order: { order }, currency }: Pick<Payment, 'order' | 'currency'>): Adjustment[] {
  const sent = [
    ['shipping', order.shipping_amount],
    ['discount', order.discount_amount],
    ['tax', order.tax_amount],
  ] as const
  return sent.flatMap(([kind, text]) => {
    const amountMinor = parseAmount(text, currency)
    return typeof amountMinor === 'bigint' && amountMinor !== 0n ? [{ kind, amountMinor }] : []
  })
}
