import { maxReferenceLength, optionals, required, textMember } from '../../platform/http/members.ts'
import { lenient } from '../../platform/http/normalize.ts'
import { pageMembers } from '../../platform/http/page-query.ts'
import { amount, optional, optionalText, text } from '../../platform/http/schemas.ts'
import { type Static, Type } from '../../platform/http/type.ts'
import { amounts, item, itemCounts, itemDetails } from './order.ts'

const { title, quantity, unit_price, category, ...described } = item
const named = { title, quantity, unit_price, category }
const details = { ...described, ...itemDetails, ...itemCounts }

// Whole numbers have this limit, too.
const largest = 2_147_483_647
const anyNumber = Type.Unsafe<number>({ type: 'number', minimum: -largest, maximum: largest })

// What is sold by weight has fractional counts, too.
const anyCounts = Object.fromEntries(Object.keys(itemCounts).map((name) => [name, optional(anyNumber)])) as {
  [Name in keyof typeof itemCounts]: ReturnType<typeof optional<typeof anyNumber>>
}

/** An item of an order, with the members that session creation requires. */
export const StrictItem = Type.Object({ ...required(named), ...optionals(details) }, { title: 'OrderItemInput' })

/** An item without required members: of a capture and of a refund. */
export const LooseItem = Type.Object(optionals({ ...named, ...details }), { title: 'ItemInput' })
export type ItemInput = Static<typeof LooseItem>

/** An item at a lenient store: of any quantity, without required members. */
export const LenientItem = lenient({
  ...LooseItem,
  properties: { ...LooseItem.properties, ...anyCounts, quantity: optional(anyNumber) },
})

/** The maximal number of items of an order, a capture or a refund (decision 0045). */
export const maxItems = 1_000

const looseItems = optional(Type.Array(LooseItem, { maxItems }))
const lenientItems = optional(Type.Array(LenientItem, { maxItems }))

const reference_id = optionalText(maxReferenceLength)
// Of captures and refunds: it stands in the index by which a repetition is found.
const keyed = optional({ ...text(maxReferenceLength), format: 'key' })

export const CaptureInput = Type.Object(
  { amount: amount(), reference_id: keyed, ...optionals(amounts), items: looseItems },
  { title: 'CaptureInput' },
)
export type CaptureInput = Static<typeof CaptureInput>

export const RefundInput = Type.Object(
  { amount: amount(), reference_id: keyed, reason: optional(textMember().input), items: looseItems },
  { title: 'RefundInput' },
)
export type RefundInput = Static<typeof RefundInput>

/** Bodies of lenient stores. */
export const LenientCapture = lenient({
  ...CaptureInput,
  properties: { ...CaptureInput.properties, items: lenientItems },
})
export const LenientRefund = lenient({ ...RefundInput, properties: { ...RefundInput.properties, items: lenientItems } })

export const UpdateInput = Type.Object({ order: optional(Type.Object({ reference_id })) }, { title: 'UpdateInput' })

export const ListQuery = Type.Object({
  ...pageMembers('created'),
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
