import {
  amountMember,
  booleanMember,
  dateMember,
  integerMember,
  maxReferenceLength,
  momentMember,
  shown,
  shownIfSent,
  textMember,
  urlMember,
} from '../../platform/http/members.ts'
import { Amount, type BodyOf, email, Moment, SentAmount, text, trimmed } from '../../platform/http/schemas.ts'
import { type TObject, Type } from '../../platform/http/type.ts'

/**
 * The members that a merchant sends with a payment, each declared once: how it is checked (`schemas.ts`), stored and
 * shown. Names are the wire's. Amounts are decimal texts with the currency's decimals. No rule computes with them.
 */

export const item = {
  reference_id: textMember(maxReferenceLength),
  title: textMember(),
  description: textMember(65_535),
  /** A lenient store accepts any number. */
  quantity: { ...integerMember(1), shown: Type.Number() },
  unit_price: amountMember('340.00'),
  discount_amount: amountMember('0.00'),
  category: textMember(),
}

export const itemDetails = {
  image_url: urlMember,
  product_url: urlMember,
  gender: textMember(),
  color: textMember(),
  product_material: textMember(),
  size_type: textMember(),
  size: textMember(),
  brand: textMember(),
  is_refundable: booleanMember,
  barcode: textMember(),
  ppn: textMember(),
  seller: textMember(),
}

const count = { ...integerMember(0), shown: Type.Number() }

/** Counts of an item of an earlier order. */
export const itemCounts = { ordered: count, captured: count, shipped: count, refunded: count }

export const buyer = {
  name: textMember(),
  email: { ...textMember(), input: trimmed(email()) },
  phone: { ...textMember(255), input: trimmed(text()) },
  dob: dateMember,
}

export const address = { city: textMember(), address: textMember(), zip: textMember() }

export const amounts = {
  tax_amount: amountMember('0.00'),
  shipping_amount: amountMember('0.00'),
  discount_amount: amountMember('0.00'),
}

/** Members with amounts that no rule computes with. Long JSON numbers of these names are read exactly. */
export const decimals: ReadonlySet<string> = new Set([...Object.keys(amounts), 'unit_price'])

export const buyerHistory = { registered_since: momentMember, loyalty_level: integerMember(0) }

export const buyerDetails = {
  wishlist_count: integerMember(0),
  is_social_networks_connected: booleanMember,
  is_phone_number_verified: booleanMember,
  is_email_verified: booleanMember,
}

/** Members of an earlier order. A lenient store may leave out its time. Its currency is not known. */
export const pastOrder = {
  purchased_at: momentMember,
  amount: { ...amountMember('340.00'), shown: SentAmount },
  payment_method: textMember(),
  status: textMember(),
}

export const Item = Type.Object({ ...shown(item), ...shownIfSent(itemDetails) }, { title: 'Item' })
const pastAmounts = { unit_price: SentAmount, discount_amount: SentAmount }
const PastItem = Type.Object({ ...Item.properties, ...pastAmounts, ...shown(itemCounts) }, { title: 'PastItem' })
const Buyer = Type.Object(shown(buyer), { title: 'Buyer' })
const Address = Type.Object(shown(address), { title: 'ShippingAddress' })
const BuyerHistory = Type.Object({ ...shown(buyerHistory), ...shownIfSent(buyerDetails) })
const PastOrder = Type.Object({
  ...shown(pastOrder),
  buyer: Buyer,
  shipping_address: Address,
  items: Type.Array(PastItem),
})

/** Without the reference: a merchant may change it later, so it is a column of the payment. */
const orderDetails = {
  updated_at: Type.Optional(Moment),
  ...shown(amounts),
  items: Type.Array(Item),
}

/** The members of a payment that are stored as they are shown. */
export const orderMembers = {
  description: Type.String(),
  buyer: Buyer,
  shipping_address: Address,
  order: Type.Object(orderDetails),
  buyer_history: BuyerHistory,
  order_history: Type.Array(PastOrder),
  meta: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()]),
  attachment: Type.Union([Type.Object({ body: Type.String(), content_type: Type.String() }), Type.Null()]),
}

export type OrderBody = BodyOf<TObject<typeof orderMembers>>
export type ItemBody = BodyOf<typeof Item>
export type BuyerBody = BodyOf<typeof Buyer>
export type AddressBody = BodyOf<typeof Address>
export type BuyerHistoryBody = BodyOf<typeof BuyerHistory>
export type OrderHistoryBody = BodyOf<typeof PastOrder>

/** The members of a capture beside its amount. They are stored and shown; no rule computes with them. */
const captureAmounts = { tax_amount: Amount, shipping_amount: Amount, discount_amount: Amount }
export const captureMembers = { ...captureAmounts, items: Type.Array(Item) }
export type CaptureBody = BodyOf<TObject<typeof captureMembers>>

export const refundMembers = { reason: Type.String(), items: Type.Array(Item) }
export type RefundBody = BodyOf<TObject<typeof refundMembers>>

/** Returns the body of a refund of the service's own, which has only a reason. */
export function refundBodyOf(reason: string): RefundBody {
  return { reason, items: [] }
}
