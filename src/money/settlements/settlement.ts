import type { MerchantId, StoreId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import { type Instant, minute } from '../../platform/base/times.ts'
import { daysLater, instantOf, type LocalDate } from '../plans/local-time.ts'

/** The sums of a settlement's lines, in minor units; `refunds` without those of disputes, both above zero. */
export interface Sums {
  readonly capturesMinor: bigint
  readonly refundsMinor: bigint
  readonly disputeRefundsMinor: bigint
  readonly feesMinor: bigint
  readonly vatMinor: bigint
  /** The net amount of the day. */
  readonly netMinor: bigint
}

/**
 * What a merchant is owed for the captures and refunds of one store, local day and mode
 * (docs/contract/money.md#settlement).
 */
export interface Settlement extends Sums {
  readonly merchantId: MerchantId
  readonly id: string
  readonly storeId: StoreId
  readonly merchantCode: string
  readonly isTest: boolean
  readonly currency: Currency
  readonly date: LocalDate
  readonly status: 'open' | 'closed' | 'paid'
  readonly payoutId: string | null
  /** The sum of earlier days of the same payout, before this day and after it. */
  readonly openingMinor: bigint
  readonly paidOutMinor: bigint
  /** The last seal of the merchant's ledger when the day was closed; null while it is open. */
  readonly sealHash: string | null
}

/** One capture or refund. Amounts in minor units, of refunds below zero. */
export interface SettlementLine {
  readonly id: string
  readonly type: 'capture' | 'refund' | 'dispute_refund'
  readonly paymentId: string
  /** The order's reference at that time. */
  readonly orderReference: string
  readonly referenceId: string
  readonly createdAt: Instant
  readonly amountMinor: bigint
  readonly feeMinor: bigint
  readonly vatMinor: bigint
}

/** Returns a line's net: its amount less fee and VAT. */
export function netOf({
  amountMinor,
  feeMinor,
  vatMinor,
}: Pick<SettlementLine, 'amountMinor' | 'feeMinor' | 'vatMinor'>): bigint {
  return amountMinor - feeMinor - vatMinor
}

/**
 * The time between midnight and the closing of a day. In production, requests from before midnight are saved by
 * then. In a sandbox an advanced clock closes the day at midnight.
 */
export const closingDelayMs = { production: 2 * minute, sandbox: 0 } as const

/** When a closed day is paid out: this time of the next day, at the store. */
export const payoutTime = '10:00'

/** Returns when a settlement of this date is paid. */
export function payoutTimeOf(date: LocalDate, currency: Currency): Instant {
  return instantOf(`${daysLater(date, 1)}T${payoutTime}`, currency)
}

/** Returns the sums of lines, as a closed day has them. */
export function sumOf(lines: readonly SettlementLine[]): Sums {
  const sum = (type: SettlementLine['type']): bigint =>
    lines.reduce((total, line) => (line.type === type ? total + line.amountMinor : total), 0n)
  return {
    capturesMinor: sum('capture'),
    refundsMinor: -sum('refund'),
    disputeRefundsMinor: -sum('dispute_refund'),
    feesMinor: lines.reduce((total, { feeMinor }) => total + feeMinor, 0n),
    vatMinor: lines.reduce((total, { vatMinor }) => total + vatMinor, 0n),
    netMinor: lines.reduce((total, line) => total + netOf(line), 0n),
  }
}
