import { answer } from '../http/schemas.ts'
import { Type } from '../http/type.ts'
import { examplePayment } from './examples.ts'

/** The shapes that payment operations answer, for the reference and for the tests that hold answers against it. */

const Amount = Type.String({ pattern: '^\\d+\\.\\d{2,3}$' })
const Moment = Type.String({ format: 'date-time' })
const Uuid = Type.String({ format: 'uuid' })

const itemMembers = {
  reference_id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  quantity: Type.Integer(),
  unit_price: Amount,
  discount_amount: Amount,
  category: Type.String(),
  image_url: Type.Optional(Type.String()),
  product_url: Type.Optional(Type.String()),
  gender: Type.Optional(Type.String()),
  color: Type.Optional(Type.String()),
  product_material: Type.Optional(Type.String()),
  size_type: Type.Optional(Type.String()),
  size: Type.Optional(Type.String()),
  brand: Type.Optional(Type.String()),
  is_refundable: Type.Optional(Type.Boolean()),
  barcode: Type.Optional(Type.String()),
  ppn: Type.Optional(Type.String()),
  seller: Type.Optional(Type.String()),
}
const Item = Type.Object(itemMembers, { title: 'Item' })
const counter = Type.Integer({ minimum: 0 })
const PastItem = Type.Object(
  { ...itemMembers, ordered: counter, captured: counter, shipped: counter, refunded: counter },
  { title: 'PastItem' },
)

const Buyer = Type.Object(
  {
    name: Type.String(),
    email: Type.String(),
    phone: Type.String(),
    dob: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
  },
  { title: 'Buyer' },
)
const Address = Type.Object(
  { city: Type.String(), address: Type.String(), zip: Type.String() },
  { title: 'ShippingAddress' },
)

const moved = { id: Uuid, reference_id: Type.String(), amount: Amount, created_at: Moment }
const Capture = Type.Object(
  { ...moved, tax_amount: Amount, shipping_amount: Amount, discount_amount: Amount, items: Type.Array(Item) },
  { title: 'Capture' },
)
const Refund = Type.Object({ ...moved, reason: Type.String(), items: Type.Array(Item) }, { title: 'Refund' })

const paymentMembers = Type.Object(
  {
    id: Uuid,
    created_at: Moment,
    expires_at: Moment,
    status: Type.Unsafe<string>({ type: 'string', enum: ['CREATED', 'AUTHORIZED', 'CLOSED', 'REJECTED', 'EXPIRED'] }),
    is_test: Type.Boolean(),
    product: Type.Object({
      type: Type.String(),
      installments_count: Type.Integer(),
      installment_period: Type.String(),
    }),
    amount: Amount,
    currency: Type.Unsafe<string>({ type: 'string', enum: ['AED', 'SAR', 'KWD'] }),
    description: Type.String(),
    buyer: Buyer,
    shipping_address: Address,
    order: Type.Object({
      reference_id: Type.String(),
      updated_at: Type.Optional(Moment),
      tax_amount: Amount,
      shipping_amount: Amount,
      discount_amount: Amount,
      items: Type.Array(Item),
    }),
    captures: Type.Array(Capture),
    refunds: Type.Array(Refund),
    buyer_history: Type.Object({
      registered_since: Type.Union([Moment, Type.Null()]),
      loyalty_level: Type.Integer(),
      wishlist_count: Type.Optional(Type.Integer()),
      is_social_networks_connected: Type.Optional(Type.Boolean()),
      is_phone_number_verified: Type.Optional(Type.Boolean()),
      is_email_verified: Type.Optional(Type.Boolean()),
    }),
    order_history: Type.Array(
      Type.Object({
        purchased_at: Type.Union([Moment, Type.Null()]),
        amount: Amount,
        payment_method: Type.String(),
        status: Type.String(),
        buyer: Buyer,
        shipping_address: Address,
        items: Type.Array(PastItem),
      }),
    ),
    meta: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()]),
    cancelable: Type.Boolean(),
    attachment: Type.Union([Type.Object({ body: Type.String(), content_type: Type.String() }), Type.Null()]),
  },
  { title: 'Payment', description: 'The payment', examples: [examplePayment] },
)

export const PaymentAnswer = answer(paymentMembers)

export const PaymentPageAnswer = answer(
  Type.Object(
    {
      payments: Type.Array(paymentMembers),
      pagination: Type.Object({ limit: Type.Integer(), offset: Type.Integer(), total_count: Type.Integer() }),
    },
    {
      title: 'PaymentPage',
      description: 'A page of payments',
      examples: [{ payments: [examplePayment], pagination: { limit: 20, offset: 0, total_count: 1 } }],
    },
  ),
)
