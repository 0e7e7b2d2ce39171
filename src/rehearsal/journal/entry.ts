import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'

/** Kinds of journal entries (docs/contract/integrators.md#journal). */
export const journalKinds = ['request', 'delivery', 'change', 'customer', 'clock', 'fault'] as const
export type JournalKind = (typeof journalKinds)[number]

/** A request or an answer. Secrets are removed and long bodies are cut when the entry is written. */
export interface JournalMessage {
  /** Selected headers by lower-case name; empty if they are unknown. */
  readonly headers: Readonly<Record<string, string>>
  /** The body text, JSON or not; null if there was none. */
  readonly body: string | null
}

/** One event of a merchant in one mode. Members that do not apply are null. */
export interface JournalEntry {
  readonly merchantId: MerchantId
  readonly isTest: boolean
  readonly kind: JournalKind
  /** Start of the event by the system's clock. */
  readonly at: Instant
  /**
   * Of a call its `operationId`; of a delivery the notified status, such as `authorized`; of a change its transition,
   * such as `capture`; of a fault the operation or status that its rule names.
   */
  readonly operation: string | null
  readonly method: string | null
  /** Path with query; of a delivery the webhook's address. */
  readonly path: string | null
  /** HTTP status; null if no answer came or none was sent. */
  readonly status: number | null
  /** The X-Request-Id; of a delivery the Webhook-Id. */
  readonly requestId: string | null
  readonly referenceId: string | null
  readonly paymentId: PaymentId | null
  /** The fault rule that was applied. */
  readonly faultId: string | null
  readonly durationMs: number | null
  /** One English sentence. */
  readonly summary: string
  readonly request: JournalMessage | null
  readonly answer: JournalMessage | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The fault rule that is injected into this request, and the request's payment. The journal entry names both. Only
     * this file declares the property.
     */
    faultedBy?: { readonly faultId: string; readonly paymentId: PaymentId | undefined }
  }
}
