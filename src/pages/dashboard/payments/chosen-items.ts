import type { ItemBody } from '../../../money/payments/order.ts'
import type { Payment } from '../../../money/payments/payment.ts'
import { parseAmount } from '../../../platform/base/money.ts'
import { latinDigits } from '../../../platform/base/texts.ts'

/** An item of an order, with the quantity that can still be refunded. */
export interface RefundableItem {
  readonly item: ItemBody
  /** The name of the form's field for the quantity. */
  readonly field: string
  /** The quantity that no refund has named yet. */
  readonly left: number
  readonly refunded: number
  /** The price of one, and the discount on the whole quantity, in minor units. */
  readonly unitMinor: bigint
  readonly discountMinor: bigint
}

/** The most items that a form offers. An order may have a thousand. */
export const mostItems = 100

/**
 * Returns the order's items. Quantities in earlier refunds are subtracted. Of an item by weight, and of a discount,
 * nothing is left: a refund by amount returns it.
 */
export function refundableItems(payment: Payment): RefundableItem[] {
  const refunded = new Map<string, number>()
  for (const item of payment.refunds.flatMap(({ body }) => body.items)) {
    refunded.set(keyOf(item), (refunded.get(keyOf(item)) ?? 0) + item.quantity)
  }
  return payment.order.order.items.slice(0, mostItems).map((item, index) => {
    const gone = Math.min(refunded.get(keyOf(item)) ?? 0, Math.max(item.quantity, 0))
    refunded.set(keyOf(item), (refunded.get(keyOf(item)) ?? 0) - gone)
    const minor = (text: string): bigint => {
      const parsed = parseAmount(text, payment.currency)
      return typeof parsed === 'bigint' ? parsed : 0n
    }
    return {
      ...{
        item,
        field: `quantity_${index}`,
        left: Number.isInteger(item.quantity) ? Math.max(Math.floor(item.quantity - gone), 0) : 0,
        refunded: gone,
      },
      ...{ unitMinor: minor(item.unit_price), discountMinor: minor(item.discount_amount) },
    }
  })
}

function keyOf({ reference_id, title, unit_price }: ItemBody): string {
  return JSON.stringify(reference_id === '' ? [title, unit_price] : [reference_id])
}

/** A chosen item with its quantity. */
export interface ChosenItem extends RefundableItem {
  readonly quantity: number
}

/** Returns the chosen items. Undefined if a quantity is not a number, or more than is left. */
export function chosenItems(
  payment: Payment,
  fields: Readonly<Record<string, string>>,
): readonly ChosenItem[] | undefined {
  const items = refundableItems(payment).map((each) => ({ ...each, quantity: quantityIn(fields[each.field]) }))
  if (!items.every(({ quantity, left }) => quantity <= left)) return undefined
  return items.filter(({ quantity }) => quantity > 0)
}

// Accepts Arabic digits. Returns NaN for text that is not a number: NaN fails each comparison.
function quantityIn(text = ''): number {
  const typed = latinDigits(text).trim()
  return /^\d{0,9}$/.test(typed) ? Number(typed) : Number.NaN
}

/** Returns the items' sum in minor units. A discount counts by the share of the quantity. */
export function priceOf(items: readonly ChosenItem[]): bigint {
  return items.reduce((sum, { item, unitMinor, discountMinor, quantity }) => {
    const price = unitMinor * BigInt(quantity) - (discountMinor * BigInt(quantity)) / BigInt(item.quantity)
    return price > 0n ? sum + price : sum
  }, 0n)
}
