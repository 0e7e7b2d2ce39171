/** `from_shop`: a call of the shop. `to_shop`: a notification. */
export const directions = ['from_shop', 'to_shop'] as const
export type Direction = (typeof directions)[number]

/**
 * A request on which a finding rests, with its answer: the journal's entry without secrets and with short bodies. The
 * API and the database use the same names.
 */
export interface Exchange {
  readonly direction: Direction
  /** The X-Request-Id, or the Webhook-Id. */
  readonly id: string | null
  readonly at: string
  /** Milliseconds since the scenario began. */
  readonly after_ms: number
  readonly method: string | null
  /** Path with query; of a notification the webhook's address without its query. */
  readonly path: string | null
  readonly sent: string | null
  /** Null if no answer came. */
  readonly status: number | null
  readonly answered: string | null
  readonly duration_ms: number | null
  /** The kind of the fault that the scenario injected, such as `lost_answer`; null if none. */
  readonly fault: string | null
}

/** Most exchanges of a finding, and of all findings of a check. */
export const maxExchanges = { ofFinding: 6, ofCheck: 20 }
