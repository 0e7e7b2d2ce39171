import type { SessionId } from '../../platform/base/ids.ts'

/** What a customer agreed to by paying the first part (docs/contract/terms.md#obligations), as it is stored. */
export interface Agreement {
  readonly text: string
  /** The version of the words. */
  readonly version: string
  readonly language: 'en' | 'ar'
  /** ISO, by the merchant's clock. */
  readonly agreed_at: string
  /** The network of the customer's address: its /24, or /48 of IPv6; null if it is unknown. */
  readonly network: string | null
  readonly session_id: SessionId
  /** The SHA-256 of the text, in hex. */
  readonly hash: string
}
