import type { AmountReader } from './amounts.ts'
import { type ItemBody, itemDetails } from './order.ts'
import type { ItemInput } from './schemas.ts'

/**
 * Returns an item as it is stored and shown: the members that were sent, and empty values for members that are always
 * shown. The caller has read its amounts.
 */
export function itemFrom(input: ItemInput, amounts: Pick<ItemBody, 'unit_price' | 'discount_amount'>): ItemBody {
  return {
    reference_id: input.reference_id ?? '',
    title: input.title ?? '',
    description: input.description ?? '',
    quantity: input.quantity ?? 0,
    unit_price: amounts.unit_price,
    discount_amount: amounts.discount_amount,
    category: input.category ?? '',
    ...sentOf(input, detailNames),
  }
}

const detailNames = Object.keys(itemDetails) as (keyof typeof itemDetails)[]

// One pass over the names, because an order has up to a thousand items.
function sentOf<T extends object, Name extends keyof T>(from: T, names: readonly Name[]) {
  const sent: { [K in Name]?: NonNullable<T[K]> } = {}
  for (const name of names) {
    const value = from[name]
    if (value !== undefined && value !== null) sent[name] = value
  }
  return sent
}

/** Returns the members that are neither undefined nor null. */
export function definedMembers<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const defined = Object.entries(members).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(defined) as { [K in keyof T]?: NonNullable<T[K]> }
}

/** Which amounts of items may be negative. */
export interface ItemSigns {
  readonly unitPrice: 'any' | 'positive'
  readonly discount: 'any' | 'positive'
}

export function itemsFrom(
  inputs: readonly ItemInput[] | null | undefined,
  amounts: AmountReader,
  field: string,
  signs: ItemSigns,
): ItemBody[] {
  return (inputs ?? []).map((input, index) => {
    const own = `${field}[${index}]`
    return itemFrom(input, {
      unit_price: amounts.read(input.unit_price, `${own}.unit_price`, signs.unitPrice),
      discount_amount: amounts.read(input.discount_amount, `${own}.discount_amount`, signs.discount),
    })
  })
}
