import type { PaymentId, SessionId } from '../../../platform/base/ids.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import { formatSeconds, type Instant } from '../../../platform/base/times.ts'
import type { Orderer } from '../../../platform/merchants/caller.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import type { CustomerFacts } from '../../risk/judge.ts'
import type { CheckoutRequest } from './read-checkout.ts'

/** An order as rules and the decision port judge it. */
export interface ScoredOrder {
  readonly caller: Orderer
  readonly store: Store
  readonly request: Pick<CheckoutRequest, 'amountMinor' | 'currency' | 'orderReference' | 'order'>
  readonly sessionId: SessionId
  readonly paymentId: PaymentId
  /** The names of the terms that the customer may choose, or has chosen. */
  readonly plans: readonly string[]
  /** The amount by which the customer owes more with the order, in minor units. */
  readonly owedMinor: bigint
}

/** The customer of an order. `phone`: E.164; empty if the buyer's is no phone number. */
export interface OrderingCustomer {
  readonly phone: string
  readonly facts: CustomerFacts
}

/** Returns the body of a call to the decision port (docs/contract/terms.md#the-decision-port), as JSON. */
export function questionOf(order: ScoredOrder, { phone, facts }: OrderingCustomer, id: string, at: Instant): string {
  const { caller, store, request, sessionId, paymentId, plans } = order
  const { amountMinor, currency, orderReference } = request
  const { buyer, shipping_address, order: ordered, buyer_history, order_history, meta } = request.order
  return JSON.stringify({
    decision_id: id,
    at: formatSeconds(at),
    is_test: caller.isTest,
    merchant_code: store.merchantCode,
    session_id: sessionId,
    payment: {
      id: paymentId,
      amount: formatAmount(amountMinor, currency),
      currency,
      buyer,
      shipping_address,
      order: { reference_id: orderReference, ...ordered },
      buyer_history,
      order_history,
      meta,
    },
    customer: {
      phone,
      open_exposure: formatAmount(facts.openMinor, currency),
      orders_last_day: facts.ordersLastDay,
      overdue: facts.isOverdue,
    },
    plans,
  })
}
