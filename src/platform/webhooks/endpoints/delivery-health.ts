import type { Instant } from '../../base/times.ts'

/** How a webhook's newest deliveries went. */
export interface DeliveryHealth {
  readonly events: number
  readonly delivered: number
  /** Failed, and waiting for another try. */
  readonly retrying: number
  /** Given up. */
  readonly lost: number
  /** Half of those that were delivered took no longer. */
  readonly usualMs: number | undefined
  /** The last attempt; its status is null where no answer came, and the answer says why. */
  readonly last: { readonly at: Instant; readonly status: number | null; readonly answer: string } | undefined
}
