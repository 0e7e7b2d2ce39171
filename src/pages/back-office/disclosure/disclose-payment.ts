import type { ItemBody, OrderBody } from '../../../money/payments/order.ts'
import type { Movement, Payment } from '../../../money/payments/payment.ts'
import type { SupportPayment } from '../../../money/payments/search/find-across-merchants.ts'
import type { FoundPayment } from '../../../money/payments/search/search.ts'
import { type Disclosed, disclose, hiddenText, type PersonalReader } from './reader.ts'

export type DisclosedPayment = Disclosed<Payment>
export type DisclosedFoundPayment = Disclosed<FoundPayment>
type DisclosedForeignPayment = Disclosed<SupportPayment>

/** Returns a payment as the visit may see it. The payment's id replaces a hidden order number. */
export function disclosePayment(reader: PersonalReader, payment: Payment): DisclosedPayment {
  return disclose(reader, payment, hidePayment)
}

/** Returns a payment of a list in the same way. */
export function discloseFoundPayment(reader: PersonalReader, payment: FoundPayment): DisclosedFoundPayment {
  return disclose(reader, payment, (found) => ({
    ...found,
    orderReference: found.id,
    ...{ buyerName: hiddenText, buyerEmail: hiddenText, buyerPhone: hiddenText },
  }))
}

/** Returns a payment that support found in the same way. */
export function discloseForeignPayment(reader: PersonalReader, payment: SupportPayment): DisclosedForeignPayment {
  return disclose(reader, payment, (found) => ({ ...found, orderReference: found.id }))
}

/** Returns a payment without any text that its shop or its customer typed. */
export function hidePayment(payment: Payment): Payment {
  const { id, captures, refunds, order } = payment
  return {
    ...payment,
    orderReference: id,
    captures: captures.map((capture) => hideMovement(capture, { ...capture.body, items: [] })),
    refunds: refunds.map((refund) => hideMovement(refund, { reason: hiddenText, items: [] })),
    order: hideOrder(order),
  }
}

function hideMovement<Body>(movement: Movement<Body>, body: Body): Movement<Body> {
  return { ...movement, referenceId: hiddenText, body }
}

// Each member is named, so that a new one does not compile without an entry here.
function hideOrder({ order }: OrderBody): OrderBody {
  const { tax_amount, shipping_amount, discount_amount, items } = order
  return {
    description: hiddenText,
    buyer: { name: hiddenText, email: hiddenText, phone: hiddenText, dob: null },
    shipping_address: { city: '', address: hiddenText, zip: '' },
    order: { tax_amount, shipping_amount, discount_amount, items: items.map(hideItem) },
    buyer_history: { registered_since: null, loyalty_level: 0 },
    order_history: [],
    meta: null,
    attachment: null,
  }
}

function hideItem({ quantity, unit_price, discount_amount }: ItemBody): ItemBody {
  const texts = { reference_id: '', title: hiddenText, description: '', category: '' }
  return { ...texts, quantity, unit_price, discount_amount }
}
