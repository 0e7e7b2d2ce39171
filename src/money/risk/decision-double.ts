/** How a double fails in place of an answer: status 500, a connection that is reset, or another shape. */
export const doubleFaults = ['status', 'reset', 'nonsense'] as const

/** The longest pause of a double before its answer, in milliseconds. */
export const longestDelayMs = 10_000

/** What a sandbox answers in place of the operator's scoring service, as JSON. */
export interface DoubleRecord {
  readonly decision: 'approve' | 'decline' | 'refer'
  readonly reasons: readonly string[]
  readonly limit: string | null
  readonly terms: readonly string[] | null
  readonly delay_ms: number
  readonly broken: (typeof doubleFaults)[number] | null
}

/** A double, and how many questions it got since it was set. */
export interface DecisionDouble {
  readonly double: DoubleRecord
  readonly questions: number
}
