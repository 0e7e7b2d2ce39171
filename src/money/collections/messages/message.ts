import { hour, second } from '../../../platform/base/times.ts'

/** Of what kind a message about a plan is. */
export type CustomerMessageKind = 'reminder' | 'collected' | 'collection_failed' | 'returned'

/** What a customer is told, once for each event. */
export interface CustomerMessage {
  readonly kind: CustomerMessageKind
  /** Which one of its kind: a due date, a charge, a version of the payment. */
  readonly event: string
  readonly text: MessageText
}

/** The text of a message, given where its customer finds the purchase. */
export type MessageText = (facts: { readonly storeName: string; readonly link: string }) => string

export interface MessageKey {
  readonly merchantId: string
  readonly paymentId: string
  readonly kind: string
  readonly event: string
}

/** When a message is handed over, by the database's clock. */
export const messageTimes = {
  /** How long a gateway is tried; then it is too late to be of use. */
  maxTries: 12,
  firstRetryMs: 5 * second,
  maxRetryMs: hour,
} as const
