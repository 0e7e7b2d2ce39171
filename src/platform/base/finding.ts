/** What the doctor looks at, in one word. */
export type FoundKind =
  | 'payment'
  | 'plan'
  | 'charge'
  | 'return'
  | 'dispute'
  | 'movement'
  | 'settlement'
  | 'payout'
  | 'store'
  | 'seal'
  | 'ledger'
  | 'entries'

/** One thing that does not agree with what else is written about it. */
export interface Finding {
  readonly kind: FoundKind
  readonly merchantId: string
  readonly id: string
  /** The payment that it is, or is of; absent where it is of none. */
  readonly paymentId?: string
  /** Each a clause that begins with what is wrong of it, and tells both figures with their currency. */
  readonly problems: readonly string[]
}

/** What one batch of a check has looked at and found. */
export interface Examined {
  readonly checked: number
  readonly findings: readonly Finding[]
}

/** So many differences are fetched of one kind: where something is wrong with everything, more would tell no more. */
export const maxDifferences = 1_000
