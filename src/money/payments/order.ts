import {
  amountMember,
  booleanMember,
  dateMember,
  integerMember,
  momentMember,
  shown,
  shownIfSent,
  textMember,
  urlMember,
} from '../../platform/http/members.ts'
import { type BodyOf, email, Moment } from '../../platform/http/schemas.ts'
import { type TObject, Type } from '../../platform/http/type.ts'

/**
 * The members that a merchant sends with a payment, each declared once: how it is checked (`schemas.ts`), stored and
 * shown. Names are the wire's. Amounts are decimal texts with the currency's decimals. No rule computes with them.
 */

export const item = {
  reference_id: textMember(),
  title: textMember(),
  description: textMember(65_535),
  quantity: integerMember(1),
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

const count = { ...integerMember(0), shown: Type.Integer({ minimum: 0 }) }

/** Counts of an item of an earlier order. */
export const itemCounts = { ordered: count, captured: count, shipped: count, refunded: count }

export const buyer = {
  name: textMember(),
  email: { ...textMember(), input: email() },
  phone: textMember(),
  dob: dateMember,
}

export const address = { city: textMember(), address: textMember(2_000), zip: textMember() }

export const amounts = {
  tax_amount: amountMember('0.00'),
  shipping_amount: amountMember('0.00'),
  discount_amount: amountMember('0.00'),
}

export const buyerHistory = { registered_since: momentMember, loyalty_level: integerMember(0) }

export const buyerDetails = {
  wishlist_count: integerMember(0),
  is_social_networks_connected: booleanMember,
  is_phone_number_verified: booleanMember,
  is_email_verified: booleanMember,
}

/** Members of an earlier order. A lenient store may leave out its time. */
export const pastOrder = {
  purchased_at: momentMember,
  amount: amountMember('340.00'),
  payment_method: textMember(),
  status: textMember(),
}

export const Item = Type.Object({ ...shown(item), ...shownIfSent(itemDetails) }, { title: 'Item' })
const PastItem = Type.Object({ ...Item.properties, ...shown(itemCounts) }, { title: 'PastItem' })
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
export const captureMembers = { ...shown(amounts), items: Type.Array(Item) }
export type CaptureBody = BodyOf<TObject<typeof captureMembers>>

export const refundMembers = { reason: Type.String(), items: Type.Array(Item) }
export type RefundBody = BodyOf<TObject<typeof refundMembers>>

/** Returns the body of a refund of the service's own, which has only a reason. */
export function refundBodyOf(reason: string): RefundBody {
  return { reason, items: [] }
}
