import { type Currency, finestCurrency, isCurrency } from '../../../platform/base/markets.ts'
import type { WrongField } from '../../../platform/base/refusals.ts'
import { formatSeconds, parseInstant } from '../../../platform/base/times.ts'
import { judgeFor } from '../../../platform/http/validate.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { AmountReader } from '../../payments/amounts.ts'
import { definedMembers, itemFrom, itemsFrom } from '../../payments/items.ts'
import type { AddressBody, BuyerBody, BuyerHistoryBody, OrderBody, OrderHistoryBody } from '../../payments/order.ts'
import { refusals } from '../refusals.ts'
import { type CheckoutInput, LenientCheckout, StrictCheckout } from '../schemas.ts'

/** A checked checkout: exact amounts, and texts as they are stored and shown. */
export interface CheckoutRequest {
  readonly amountMinor: bigint
  readonly currency: Currency
  readonly orderReference: string
  readonly order: OrderBody
  readonly lang: 'en' | 'ar'
  readonly merchantUrls: MerchantUrls
  readonly token: string | null
}

/** The merchant's addresses for the customer's return. */
export interface MerchantUrls {
  readonly success: string | null
  readonly cancel: string | null
  readonly failure: string | null
}

const judges = { strict: judgeFor(StrictCheckout), lenient: judgeFor(LenientCheckout) }

/**
 * Checks the body of a checkout by the store's rules. Refuses it with all wrong fields
 * (docs/contract/checkout.md#order-of-judgement).
 */
export function readCheckout(body: unknown, store: Store): CheckoutRequest {
  const { part, wrong } = judges[store.checkout](body)
  const input = part as CheckoutInput
  const payment = input.payment ?? {}
  const { currency } = payment
  const missing = payment.buyer ? missingContact(input, store) : []
  // With a wrong currency, amounts that are no numbers in any currency are still reported.
  const amounts = new AmountReader(isCurrency(currency) ? currency : finestCurrency, [...wrong, ...missing])
  const amountMinor = amounts.readMinor(payment.amount, '$.payment.amount')
  const order = orderFrom(payment, amounts, store)
  amounts.finish()
  if (!isCurrency(currency)) throw new Error('the schema let in an unknown currency')
  if (currency !== store.currency) throw refusals.wrongCurrency(store.currency, currency)
  if (amountMinor <= 0n) throw refusals.notPositive()
  return {
    amountMinor,
    currency,
    orderReference: payment.order?.reference_id ?? '',
    order,
    lang: input.lang ?? 'en',
    merchantUrls: {
      success: input.merchant_urls?.success || null,
      cancel: input.merchant_urls?.cancel || null,
      failure: input.merchant_urls?.failure || null,
    },
    token: input.token || null,
  }
}

// A lenient store requires an e-mail or a phone.
function missingContact({ payment }: CheckoutInput, store: Store): WrongField[] {
  if (store.checkout === 'strict' || payment.buyer.email || payment.buyer.phone) return []
  const message = 'is required, or the other of e-mail and phone'
  return ['email', 'phone'].map((name) => ({ field: `$.payment.buyer.${name}`, code: 'required', message }))
}

type PaymentInput = CheckoutInput['payment']

function orderFrom(payment: PaymentInput, amounts: AmountReader, store: Store): OrderBody {
  const order = payment.order ?? {}
  const signs = { unitPrice: store.checkout === 'lenient' ? 'any' : 'positive', discount: 'any' } as const
  return {
    description: payment.description ?? '',
    buyer: buyerFrom(payment.buyer),
    shipping_address: addressFrom(payment.shipping_address),
    order: {
      ...definedMembers({ updated_at: momentFrom(order.updated_at) ?? undefined }),
      tax_amount: amounts.read(order.tax_amount, '$.payment.order.tax_amount', 'any'),
      shipping_amount: amounts.read(order.shipping_amount, '$.payment.order.shipping_amount', 'any'),
      discount_amount: amounts.read(order.discount_amount, '$.payment.order.discount_amount', 'any'),
      items: itemsFrom(order.items, amounts, '$.payment.order.items', signs),
    },
    buyer_history: buyerHistoryFrom(payment.buyer_history),
    order_history: (payment.order_history ?? []).map((entry, index) => historyFrom(entry, amounts, index)),
    meta: payment.meta ?? null,
    attachment: attachmentFrom(payment.attachment),
  }
}

function buyerFrom(buyer: Partial<PaymentInput['buyer']> | null | undefined): BuyerBody {
  const { name, email, phone, dob } = buyer ?? {}
  return { name: name ?? '', email: email ?? '', phone: phone ?? '', dob: dob ?? null }
}

function addressFrom(address: PaymentInput['shipping_address']): AddressBody {
  return { city: address?.city ?? '', address: address?.address ?? '', zip: address?.zip ?? '' }
}

function buyerHistoryFrom(history: PaymentInput['buyer_history']): BuyerHistoryBody {
  return {
    registered_since: momentFrom(history?.registered_since),
    loyalty_level: history?.loyalty_level ?? 0,
    ...definedMembers({
      wishlist_count: history?.wishlist_count,
      is_social_networks_connected: history?.is_social_networks_connected,
      is_phone_number_verified: history?.is_phone_number_verified,
      is_email_verified: history?.is_email_verified,
    }),
  }
}

type HistoryInput = NonNullable<PaymentInput['order_history']>[number]

function historyFrom(entry: HistoryInput, amounts: AmountReader, index: number): OrderHistoryBody {
  const field = `$.payment.order_history[${index}]`
  return {
    purchased_at: momentFrom(entry.purchased_at),
    amount: amounts.readAsSent(entry.amount, `${field}.amount`),
    payment_method: entry.payment_method ?? '',
    status: entry.status ?? '',
    buyer: buyerFrom(entry.buyer),
    shipping_address: addressFrom(entry.shipping_address),
    items: (entry.items ?? []).map((item, position) => ({
      ...itemFrom(item, {
        unit_price: amounts.readAsSent(item.unit_price, `${field}.items[${position}].unit_price`),
        discount_amount: amounts.readAsSent(item.discount_amount, `${field}.items[${position}].discount_amount`),
      }),
      ordered: item.ordered ?? 0,
      captured: item.captured ?? 0,
      shipped: item.shipped ?? 0,
      refunded: item.refunded ?? 0,
    })),
  }
}

function attachmentFrom(attachment: PaymentInput['attachment']): OrderBody['attachment'] {
  if (attachment === null || attachment === undefined) return null
  return { body: attachment.body ?? '', content_type: attachment.content_type ?? '' }
}

// The schema has checked its form. It is shown in UTC and whole seconds.
function momentFrom(text: string | null | undefined): string | null {
  const at = text ? parseInstant(text) : undefined
  return at === undefined ? null : formatSeconds(at)
}
