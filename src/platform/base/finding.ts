/** The kinds of things that the doctor checks. */
export type FoundKind =
  | 'payment'
  | 'plan'
  | 'charge'
  | 'return'
  | 'dispute'
  | 'link'
  | 'movement'
  | 'settlement'
  | 'payout'
  | 'store'
  | 'seal'
  | 'ledger'
  | 'entries'

/** A thing whose rows contradict each other. */
export interface Finding {
  readonly kind: FoundKind
  readonly merchantId: string
  readonly id: string
  /** The payment of the thing; absent without one. */
  readonly paymentId?: string
  /** Clauses such as: the wrong amount, the expected amount, both with currency. */
  readonly problems: readonly string[]
}

/** The result of one batch of a check. */
export interface Examined {
  readonly checked: number
  readonly findings: readonly Finding[]
}

/** The most differences of one kind that are read. If everything is wrong, more would not help. */
export const maxDifferences = 1_000
