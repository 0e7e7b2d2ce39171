import { currencies } from '../../platform/base/markets.ts'
import { type Member, maxReferenceLength, optionals, required, textMember } from '../../platform/http/members.ts'
import { lenient, type NormalizerName } from '../../platform/http/normalize.ts'
import { amount, optional, optionalText, returnUrl, text, trimmed } from '../../platform/http/schemas.ts'
import { type Static, type TProperties, type TSchema, Type } from '../../platform/http/type.ts'
import * as members from '../payments/order.ts'
import { LenientItem, maxItems, StrictItem } from '../payments/schemas.ts'

const currency = Type.Unsafe<string>({ type: 'string', enum: [...currencies], examples: ['AED'] })
const maxAttachmentLength = 256 * 1024

const lang = Type.Unsafe<'en' | 'ar'>({ type: 'string', enum: ['en', 'ar'] })

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
  attachment: optional(Type.Object({ body: optionalText(maxAttachmentLength), content_type: optionalText() })),
}

const frame = {
  merchant_code: text(),
  merchant_urls: optional(
    Type.Object({ success: optional(returnUrl()), cancel: optional(returnUrl()), failure: optional(returnUrl()) }),
  ),
  token: optionalText(2_000),
}

const strictItems = optional(Type.Array(StrictItem, { maxItems }))
const looseItems = optional(Type.Array(LenientItem, { maxItems }))

const maxPastOrders = 100
// Items are stored with all members, so a body of the maximal size would be stored as twenty times as much.
const maxPastItems = 5_000

function history<T extends TProperties>(members: T) {
  return optional(
    Type.Array(Type.Object(members), {
      maxItems: maxPastOrders,
      maxItemsWithin: { items: maxPastItems },
      description: `at most ${maxPastOrders} earlier orders, with at most ${maxPastItems} items in all`,
    }),
  )
}

const { payment_method, ...past } = members.pastOrder
const orderDetails = { updated_at: past.purchased_at, ...members.amounts }
// Any text: no message goes to the buyer of an earlier order.
const anyEmail = { ...textMember(255), input: trimmed(text()) }

function strictBuyer<Email extends Member>(email: Email) {
  const { name, phone, dob } = members.buyer
  return Type.Object({ ...required({ email, name, phone }), ...optionals({ dob }) })
}

const strictAddress = Type.Object(required(members.address))

/** A checkout with all required members (docs/contract/checkout.md#create-a-session). */
export const StrictCheckout = Type.Object(
  {
    payment: Type.Object({
      amount: amount(),
      currency,
      buyer: strictBuyer(members.buyer.email),
      shipping_address: strictAddress,
      order: Type.Object({ reference_id: text(maxReferenceLength), items: strictItems, ...optionals(orderDetails) }),
      buyer_history: Type.Object({ ...required(members.buyerHistory), ...optionals(members.buyerDetails) }),
      order_history: history({
        ...optionals({ payment_method }),
        ...required(past),
        buyer: optional(strictBuyer(anyEmail)),
        shipping_address: optional(strictAddress),
        items: strictItems,
      }),
      ...extras,
    }),
    lang,
    ...frame,
  },
  { title: 'CheckoutInput' },
)

function looseBuyer<Email extends Member>(email: Email) {
  return Type.Object(optionals({ ...members.buyer, email }))
}

const looseAddress = optional(Type.Object(optionals(members.address)))

function normalized<S extends TSchema>(name: NormalizerName, schema: S) {
  return Type.Optional({ ...schema, normalize: [name] })
}

/**
 * A checkout as common plugins send it (docs/contract/checkout.md#lenient-stores).
 */
export const LenientCheckout = lenient(
  Type.Object({
    payment: Type.Object({
      amount: amount(),
      currency,
      buyer: looseBuyer(members.buyer.email),
      shipping_address: looseAddress,
      order: optional(
        Type.Object({ reference_id: optionalText(maxReferenceLength), items: looseItems, ...optionals(orderDetails) }),
      ),
      buyer_history: optional(Type.Object(optionals({ ...members.buyerHistory, ...members.buyerDetails }))),
      order_history: normalized(
        'list',
        history({
          ...optionals(members.pastOrder),
          buyer: optional(looseBuyer(anyEmail)),
          shipping_address: looseAddress,
          items: looseItems,
        }),
      ),
      ...extras,
      meta: normalized('texts', extras.meta),
    }),
    lang: normalized(
      'language',
      Type.Optional(Type.Unsafe<'en' | 'ar' | null>({ type: ['string', 'null'], enum: ['en', 'ar', null] })),
    ),
    ...frame,
  }),
)

/** A body that passes the strict rules passes the lenient ones, so both are read as this type. */
export type CheckoutInput = Static<typeof LenientCheckout>
