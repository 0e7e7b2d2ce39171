import type { Instant } from '../../../platform/base/times.ts'
import type { FeeRates } from '../../../platform/merchants/stores/fee-rates.ts'
import type { DatedEntry } from '../../ledger/entries-sql.ts'
import type { PaymentPlan } from '../payment-plan.ts'
import type { PaymentStatus } from '../states.ts'

/** The stored rows of one payment, for recomputing it. Amounts in minor units. */
export interface PaymentRecord {
  readonly version: number
  readonly status: PaymentStatus
  readonly currency: string
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly paidMinor: bigint
  readonly writtenOffMinor: bigint
  readonly plan: PaymentPlan
  /** Why the stored plan cannot be read; undefined if it can. */
  readonly planProblem: string | undefined
  /** The stored fee of the customer; null for the standard terms. */
  readonly storedFee: string | null
  readonly createdAt: Instant
  readonly authorizedAt: Instant | null
  readonly closedAt: Instant | null
  readonly expiredAt: Instant | null
  /** The number of announced notifications, and the sequences of those that are stored. */
  readonly announced: number
  readonly sequences: readonly number[]
  readonly entries: readonly DatedEntry[]
  readonly timeline: readonly RecordedStep[]
}

export interface RecordedStep {
  readonly version: number
  readonly transition: string
  readonly statusBefore: string | null
  readonly statusAfter: string
  readonly amountMinor: bigint | null
  /** To the microsecond, in the server's words. */
  readonly at: string
  /** Of a capture or refund with a fee. */
  readonly fee: RecordedFee | undefined
}

export interface RecordedFee {
  readonly feeMinor: bigint | null
  readonly fixedMinor: bigint | null
  readonly vatMinor: bigint | null
  /** Null where they are missing. */
  readonly rates: FeeRates | null
  /** Whether its VAT was rounded on the payment's total. Version 0.1.0 rounded the VAT of each movement. */
  readonly isVatOfTotal: boolean
}

export function sum(of: readonly { readonly amountMinor: bigint | null }[]): bigint {
  return of.reduce((total, { amountMinor }) => total + (amountMinor ?? 0n), 0n)
}
