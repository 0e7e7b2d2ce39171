import type { Pseudonym } from '../../platform/base/pseudonym.ts'
import type { CustomerTexts } from '../../platform/base/replacing.ts'
import type { OrderBody } from './order.ts'
import type { Payment } from './payment.ts'

/** Returns the order with the customer's own data replaced (docs/contract/terms.md#erasing). Items stay. */
export function eraseOrder(order: OrderBody, pseudonym: Pseudonym): OrderBody {
  return eraseBody(order, pseudonym)
}

/** Members of a body with free text about the customer. */
const freeTexts = new Set(['description', 'comment', 'content', 'note', 'customer_email'])
/** Codes, such as the reason of a dispute: no free text. */
const isCode = /^[a-z]+(_[a-z]+)+$/

/**
 * Returns a body of the API, sent or answered, with the customer's own members replaced: buyer, address, earlier orders,
 * `meta`, attachment and free texts. Items stay.
 */
export function eraseBody<T>(body: T, pseudonym: Pseudonym): T {
  return eraseMembers(body, pseudonym) as T
}

function eraseMembers(value: unknown, pseudonym: Pseudonym): unknown {
  if (Array.isArray(value)) return value.map((one) => eraseMembers(one, pseudonym))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, eraseMember(name, member, pseudonym)]))
}

function eraseMember(name: string, value: unknown, pseudonym: Pseudonym): unknown {
  switch (name) {
    case 'items':
      return value
    case 'buyer':
    case 'shipping_address':
      return replaceTexts(value, pseudonym)
    case 'dob':
      return null
    case 'refunds':
      return Array.isArray(value) ? value.map((refund) => eraseRefund(refund, pseudonym)) : value
    case 'order_history':
      return Array.isArray(value) ? [] : value
    case 'meta':
      return value === null ? null : { erased: pseudonym }
    case 'attachment':
      return typeof value === 'object' && value !== null ? { ...value, body: pseudonym } : value
    case 'reason':
      return typeof value === 'string' && value !== '' && !isCode.test(value) ? pseudonym : value
  }
  if (typeof value === 'string' && freeTexts.has(name)) return value === '' ? '' : pseudonym
  return eraseMembers(value, pseudonym)
}

// Whatever the reason looks like.
function eraseRefund(refund: unknown, pseudonym: Pseudonym): unknown {
  if (typeof refund !== 'object' || refund === null) return refund
  const { reason } = refund as Readonly<Record<string, unknown>>
  return typeof reason === 'string' && reason !== '' ? { ...refund, reason: pseudonym } : refund
}

function replaceTexts(value: unknown, pseudonym: Pseudonym): unknown {
  if (typeof value === 'string') return value === '' ? '' : pseudonym
  if (Array.isArray(value)) return value.map((one) => replaceTexts(one, pseudonym))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  return Object.fromEntries(
    members.map(([name, member]) => [name, name === 'dob' ? null : replaceTexts(member, pseudonym)]),
  )
}

/**
 * Returns the body with the payments in it replaced that `isOwn` names by their id or their buyer: a list of payments has
 * those of others, too.
 */
export function eraseOwnParts<T>(body: T, pseudonym: Pseudonym, isOwn: (text: string) => boolean): T {
  return eraseParts(body, pseudonym, isOwn) as T
}

function eraseParts(value: unknown, pseudonym: Pseudonym, isOwn: (text: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => eraseParts(one, pseudonym, isOwn))
  if (typeof value !== 'object' || value === null) return value
  const { id, payment_id, buyer } = value as Readonly<Record<string, unknown>>
  const named = [id, payment_id, ...(typeof buyer === 'object' && buyer !== null ? Object.values(buyer) : [])]
  if (named.some((text) => typeof text === 'string' && isOwn(text))) return eraseMembers(value, pseudonym)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, eraseParts(member, pseudonym, isOwn)]))
}

/** Returns a customer's own texts in a payment. Without city and postcode, which others share. */
export function personalTextsOf({ order, refunds }: Payment): Pick<CustomerTexts, 'emails' | 'names' | 'texts'> {
  const people = [order, ...order.order_history]
  const reasons = refunds.map(({ body }) => body.reason)
  return {
    emails: people.map(({ buyer }) => buyer.email),
    names: people.flatMap(({ buyer, shipping_address }) => {
      return [buyer.name, buyer.phone, buyer.dob ?? '', shipping_address.address]
    }),
    texts: [order.description, ...reasons],
  }
}
