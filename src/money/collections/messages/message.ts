import { hour, second } from '../../../platform/base/times.ts'

/** The kinds of messages about a plan. */
export type CustomerMessageKind = 'reminder' | 'collected' | 'collection_failed' | 'returned'

/** A message to a customer, sent once for each event. */
export interface CustomerMessage {
  readonly kind: CustomerMessageKind
  /** The event of the message: a due date, a charge, or a version of the payment. */
  readonly event: string
  readonly text: MessageText
}

/** Returns the text of a message for the store's name and the link to the purchase. */
export type MessageText = (facts: { readonly storeName: string; readonly link: string }) => string

export interface MessageKey {
  readonly merchantId: string
  readonly paymentId: string
  readonly kind: string
  readonly event: string
}

/**
 * Times of sending, by the database's clock: they wait for the gateway, whatever a merchant's clock says.
 * `leaseMs`: longer than a call to the gateway may take.
 */
export const messageTimes = {
  /** The maximal number of tries. Later the message is of no use. */
  maxTries: 12,
  leaseMs: 30 * second,
  firstRetryMs: 5 * second,
  maxRetryMs: hour,
} as const
