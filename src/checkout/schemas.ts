import { currencies } from '../base/money.ts'
import {
  amount,
  datetime,
  email,
  integer,
  optional,
  optionalAmount,
  optionalBoolean,
  optionalDate,
  optionalDatetime,
  optionalEmail,
  optionalInteger,
  optionalReturnUrl,
  optionalText,
  text,
} from '../http/schemas.ts'
import { type Static, type TProperties, Type } from '../http/type.ts'
import { LooseItem, mostItems, StrictItem } from '../payments/schemas.ts'

const currency = Type.Unsafe<string>({ type: 'string', enum: [...currencies], examples: ['AED'] })
const lang = { type: 'string', enum: ['en', 'ar'] }
const amounts = { tax_amount: optionalAmount(), shipping_amount: optionalAmount(), discount_amount: optionalAmount() }
const contact = { dob: optionalDate() }
const visits = {
  wishlist_count: optionalInteger(0),
  is_social_networks_connected: optionalBoolean(),
  is_phone_number_verified: optionalBoolean(),
  is_email_verified: optionalBoolean(),
}

const extras = {
  description: optionalText(65_535),
  meta: optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      propertyNames: { format: 'text', maxLength: 255 },
      additionalProperties: { type: 'string', format: 'text', maxLength: 65_535 },
      maxProperties: 1_000,
    }),
  ),
  attachment: optional(Type.Object({ body: optionalText(65_535), content_type: optionalText() })),
}

const frame = {
  merchant_code: text(),
  merchant_urls: optional(
    Type.Object({ success: optionalReturnUrl(), cancel: optionalReturnUrl(), failure: optionalReturnUrl() }),
  ),
  token: optionalText(2_000),
}

const strictItems = optional(Type.Array(StrictItem, { maxItems: mostItems }))
const looseItems = optional(Type.Array(LooseItem, { maxItems: mostItems }))

const mostPastOrders = 100
// Each is shown with the members it was sent without: what fits into one body would be stored as twenty times as much.
const mostPastItems = 5_000

function history<T extends TProperties>(members: T) {
  return optional(
    Type.Array(Type.Object({ payment_method: optionalText(), ...members }), {
      maxItems: mostPastOrders,
      maxItemsWithin: { items: mostPastItems },
      description: `at most ${mostPastOrders} earlier orders, with at most ${mostPastItems} items in all`,
    }),
  )
}

const StrictBuyer = { name: text(), phone: text(), ...contact }
const StrictAddress = Type.Object({ city: text(), address: text(2_000), zip: text() })

/** A checkout with all that the specification requires. */
export const StrictCheckout = Type.Object(
  {
    payment: Type.Object({
      amount: amount(),
      currency,
      buyer: Type.Object({ email: email(), ...StrictBuyer }),
      shipping_address: StrictAddress,
      order: Type.Object({
        reference_id: text(),
        items: strictItems,
        updated_at: optionalDatetime(),
        ...amounts,
      }),
      buyer_history: Type.Object({ registered_since: datetime(), loyalty_level: integer(0), ...visits }),
      order_history: history({
        purchased_at: datetime(),
        amount: amount(),
        status: text(),
        buyer: optional(Type.Object({ email: text(), ...StrictBuyer })),
        shipping_address: optional(StrictAddress),
        items: strictItems,
      }),
      ...extras,
    }),
    lang: Type.Unsafe<'en' | 'ar'>(lang),
    ...frame,
  },
  { title: 'CheckoutInput' },
)

const LooseBuyer = { name: optionalText(), phone: optionalText(), ...contact }
const LooseAddress = optional(Type.Object({ city: optionalText(), address: optionalText(2_000), zip: optionalText() }))

/** A checkout with what widely used plugins send; whatever else it has is judged as strictly (decisions section 3). */
export const LenientCheckout = Type.Object({
  payment: Type.Object({
    amount: amount(),
    currency,
    buyer: Type.Object({ email: optionalEmail(), ...LooseBuyer }),
    shipping_address: LooseAddress,
    order: optional(
      Type.Object({
        reference_id: optionalText(),
        items: looseItems,
        updated_at: optionalDatetime(),
        ...amounts,
      }),
    ),
    buyer_history: optional(
      Type.Object({ registered_since: optionalDatetime(), loyalty_level: optionalInteger(0), ...visits }),
    ),
    order_history: history({
      purchased_at: optionalDatetime(),
      amount: optionalAmount(),
      status: optionalText(),
      buyer: optional(Type.Object({ email: optionalText(), ...LooseBuyer })),
      shipping_address: LooseAddress,
      items: looseItems,
    }),
    ...extras,
  }),
  lang: Type.Optional(Type.Unsafe<'en' | 'ar' | null>({ type: ['string', 'null'], enum: ['en', 'ar', null] })),
  ...frame,
})

/** Whatever passes the strict rules passes the lenient ones, so both are read as this. */
export type CheckoutInput = Static<typeof LenientCheckout>
