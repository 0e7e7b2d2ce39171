import {
  amount,
  integer,
  optional,
  optionalAmount,
  optionalBoolean,
  optionalInteger,
  optionalText,
  optionalUrl,
  text,
} from '../http/schemas.ts'
import { type Static, Type } from '../http/type.ts'

const describedItem = {
  reference_id: optionalText(),
  description: optionalText(65_535),
  discount_amount: optionalAmount(),
  image_url: optionalUrl(),
  product_url: optionalUrl(),
  gender: optionalText(),
  color: optionalText(),
  product_material: optionalText(),
  size_type: optionalText(),
  size: optionalText(),
  brand: optionalText(),
  is_refundable: optionalBoolean(),
  barcode: optionalText(),
  ppn: optionalText(),
  seller: optionalText(),
}

const counters = {
  ordered: optionalInteger(0),
  captured: optionalInteger(0),
  shipped: optionalInteger(0),
  refunded: optionalInteger(0),
}

/** An item of an order, with what session creation requires of it. */
export const StrictItem = Type.Object(
  {
    title: text(),
    quantity: integer(1),
    unit_price: amount(),
    category: text(),
    ...describedItem,
    ...counters,
  },
  { title: 'OrderItemInput' },
)

/** An item with nothing required: of a capture, of a refund, and of an order at a lenient store. */
export const LooseItem = Type.Object(
  {
    title: optionalText(),
    quantity: optionalInteger(1),
    unit_price: optionalAmount(),
    category: optionalText(),
    ...describedItem,
    ...counters,
  },
  { title: 'ItemInput' },
)
export type ItemInput = Static<typeof LooseItem>

/** So many items an order, a capture or a refund may have (decision 0045). */
export const mostItems = 1_000

const looseItems = optional(Type.Array(LooseItem, { maxItems: mostItems }))

export const CaptureInput = Type.Object(
  {
    amount: amount(),
    reference_id: optionalText(),
    tax_amount: optionalAmount(),
    shipping_amount: optionalAmount(),
    discount_amount: optionalAmount(),
    items: looseItems,
  },
  { title: 'CaptureInput' },
)
export type CaptureInput = Static<typeof CaptureInput>

export const RefundInput = Type.Object(
  {
    amount: amount(),
    reference_id: optionalText(),
    reason: optionalText(2_000),
    items: looseItems,
  },
  { title: 'RefundInput' },
)
export type RefundInput = Static<typeof RefundInput>

export const UpdateInput = Type.Object(
  { order: optional(Type.Object({ reference_id: optionalText() })) },
  { title: 'UpdateInput' },
)

export const ListQuery = Type.Object({
  created_at__gte: optionalText(64, 'created at or after this date or ISO 8601 datetime; a date is midnight UTC'),
  created_at__lte: optionalText(64, 'created at or before this date or ISO 8601 datetime; a date is midnight UTC'),
  limit: Type.Optional(Type.String({ description: '1 to 20, 20 when absent' })),
  offset: Type.Optional(Type.String({ description: 'zero-based start, 0 when absent' })),
  status: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: ['authorized', 'closed', 'rejected', 'new', 'captured', 'refunded', 'cancelled'],
      description:
        '`new` is authorized; `captured`, `refunded` and `cancelled` are closed with captures, wholly refunded, and without captures. Absent: authorized and closed.',
    }),
  ),
})

export const PaymentParams = Type.Object({ id: Type.String({ format: 'uuid' }) })
