import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'

/** What an entry tells of (docs/contract/integrators.md#journal). */
export const journalKinds = ['request', 'delivery', 'change', 'customer', 'clock', 'fault'] as const
export type JournalKind = (typeof journalKinds)[number]

/** What was sent or answered. Secrets are taken out of it, and what is too long is cut, when it is written. */
export interface JournalMessage {
  /** Those that tell something, by their lower-case names; none where nobody can say. */
  readonly headers: Readonly<Record<string, string>>
  /** As it was, JSON or not; null where there was none. */
  readonly body: string | null
}

/** One thing that happened to a merchant, in one mode. Null is what it does not have. */
export interface JournalEntry {
  readonly merchantId: MerchantId
  readonly isTest: boolean
  readonly kind: JournalKind
  /** When it began, by the system's clock. */
  readonly at: Instant
  /**
   * The `operationId` of a call; the status that a notification tells, such as `authorized`; the transition of a change, such as `capture`;
   * what a fault struck, as its rule names it.
   */
  readonly operation: string | null
  readonly method: string | null
  /** With its query. Of a delivery the webhook's address. */
  readonly path: string | null
  /** Null where no answer came or none was sent. */
  readonly status: number | null
  /** A delivery's is its Webhook-Id. */
  readonly requestId: string | null
  readonly referenceId: string | null
  readonly paymentId: PaymentId | null
  /** The rule that had a hand in it. */
  readonly faultId: string | null
  readonly durationMs: number | null
  /** One English sentence. */
  readonly summary: string
  readonly request: JournalMessage | null
  readonly answer: JournalMessage | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault rule that strikes this request, and the payment that it is about; its entry in the journal names both. Declared here alone. */
    faultedBy?: { readonly faultId: string; readonly paymentId: PaymentId | undefined }
  }
}
