import type { ItemBody } from '../../../money/payments/order.ts'
import type { Payment } from '../../../money/payments/payment.ts'
import { parseAmount } from '../../../platform/base/money.ts'
import { latinDigits } from '../../../platform/base/texts.ts'

/** An item of an order of which something may go back. */
export interface RefundableItem {
  readonly item: ItemBody
  /** What the form calls its quantity. */
  readonly field: string
  /** How many of it no refund has named yet. */
  readonly left: number
  readonly refunded: number
  /** For one, and what was taken off for all of its quantity, in minor units. */
  readonly unitMinor: bigint
  readonly discountMinor: bigint
}

/** An order may have a thousand; a form offers so many. */
export const mostItems = 100

/** The items of the payment's order, in its order: earlier refunds that named items are taken off. */
export function refundableItems(payment: Payment): RefundableItem[] {
  const refunded = new Map<string, number>()
  for (const item of payment.refunds.flatMap(({ body }) => body.items)) {
    refunded.set(keyOf(item), (refunded.get(keyOf(item)) ?? 0) + item.quantity)
  }
  return payment.order.order.items.slice(0, mostItems).map((item, index) => {
    const gone = Math.min(refunded.get(keyOf(item)) ?? 0, item.quantity)
    refunded.set(keyOf(item), (refunded.get(keyOf(item)) ?? 0) - gone)
    const minor = (text: string): bigint => {
      const parsed = parseAmount(text, payment.currency)
      return typeof parsed === 'bigint' ? parsed : 0n
    }
    return {
      ...{ item, field: `quantity_${index}`, left: item.quantity - gone, refunded: gone },
      ...{ unitMinor: minor(item.unit_price), discountMinor: minor(item.discount_amount) },
    }
  })
}

function keyOf({ reference_id, title, unit_price }: ItemBody): string {
  return JSON.stringify(reference_id === '' ? [title, unit_price] : [reference_id])
}

/** Items that were chosen, and how many of each. */
export interface ChosenItem extends RefundableItem {
  readonly quantity: number
}

/** Those of which the form says how many; undefined where that is no number, or more than are left of one. */
export function chosenItems(
  payment: Payment,
  fields: Readonly<Record<string, string>>,
): readonly ChosenItem[] | undefined {
  const items = refundableItems(payment).map((each) => ({ ...each, quantity: quantityIn(fields[each.field]) }))
  if (!items.every(({ quantity, left }) => quantity <= left)) return undefined
  return items.filter(({ quantity }) => quantity > 0)
}

// As people type it; what is no number is not at most anything.
function quantityIn(text = ''): number {
  const typed = latinDigits(text).trim()
  return /^\d{0,9}$/.test(typed) ? Number(typed) : Number.NaN
}

/** What they cost together, in minor units; a discount counts by the share of the quantity. */
export function priceOf(items: readonly ChosenItem[]): bigint {
  return items.reduce((sum, { item, unitMinor, discountMinor, quantity }) => {
    const price = unitMinor * BigInt(quantity) - (discountMinor * BigInt(quantity)) / BigInt(item.quantity)
    return price > 0n ? sum + price : sum
  }, 0n)
}
