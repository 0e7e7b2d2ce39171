import { optionals, required } from '../../platform/http/members.ts'
import { pageMembers } from '../../platform/http/page-query.ts'
import { amount, optional, optionalText } from '../../platform/http/schemas.ts'
import { type Static, Type } from '../../platform/http/type.ts'
import { amounts, item, itemCounts, itemDetails } from './order.ts'

const { title, quantity, unit_price, category, ...described } = item
const named = { title, quantity, unit_price, category }
const details = { ...described, ...itemDetails, ...itemCounts }

/** An item of an order, with the members that session creation requires. */
export const StrictItem = Type.Object({ ...required(named), ...optionals(details) }, { title: 'OrderItemInput' })

/** An item without required members: of a capture, of a refund, and of an order at a lenient store. */
export const LooseItem = Type.Object(optionals({ ...named, ...details }), { title: 'ItemInput' })
export type ItemInput = Static<typeof LooseItem>

/** The maximal number of items of an order, a capture or a refund (decision 0045). */
export const maxItems = 1_000

const looseItems = optional(Type.Array(LooseItem, { maxItems: maxItems }))

export const CaptureInput = Type.Object(
  { amount: amount(), reference_id: optionalText(), ...optionals(amounts), items: looseItems },
  { title: 'CaptureInput' },
)
export type CaptureInput = Static<typeof CaptureInput>

export const RefundInput = Type.Object(
  { amount: amount(), reference_id: optionalText(), reason: optionalText(2_000), items: looseItems },
  { title: 'RefundInput' },
)
export type RefundInput = Static<typeof RefundInput>

export const UpdateInput = Type.Object(
  { order: optional(Type.Object({ reference_id: optionalText() })) },
  { title: 'UpdateInput' },
)

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
