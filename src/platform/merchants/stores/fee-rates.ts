/**
 * The part of a capture's fee that a refund returns: its share of the percentage, nothing, or in the end all
 * (docs/contract/money.md#fees).
 */
export const feeRefunds = ['percent', 'none', 'all'] as const
export type FeeRefund = (typeof feeRefunds)[number]

/** The fees that a merchant pays for a store's captures. */
export interface FeeRates {
  /** Hundredths of a percent of every capture: 500 is 5.00 %. */
  readonly percent: number
  /** Minor units, once with the first capture of a payment. */
  readonly fixedMinor: bigint
  /** Hundredths of a percent of the fee. */
  readonly vatPercent: number
  readonly refund: FeeRefund
}

export const noFees: FeeRates = { percent: 0, fixedMinor: 0n, vatPercent: 0, refund: 'percent' }

/** A hundred percent, in hundredths of a percent. */
export const maxPercent = 10_000

/** Returns a percentage as text with two decimals: "5.00". */
export function formatPercent(hundredths: number): string {
  return (hundredths / 100).toFixed(2)
}

/** Returns a percentage from 0 to 100 with at most two decimals, in hundredths; undefined for any other text. */
export function parsePercent(text: string): number | undefined {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return undefined
  const hundredths = Math.round(Number(text) * 100)
  return hundredths > maxPercent ? undefined : hundredths
}

/** The rates as they are stored, in JSON. A null in place of a record means no fees. */
export interface FeeRatesRecord {
  readonly percent: number
  readonly fixed_minor: string
  readonly vat_percent: number
  readonly refund: FeeRefund
  /**
   * Of a movement: `total` if VAT was rounded on the payment's total. Absent: on the movement alone, as version
   * 0.1.0 did.
   */
  readonly vat_rounding?: 'total'
}

export function feeRatesFrom(record: FeeRatesRecord | null): FeeRates {
  if (record === null) return noFees
  const { percent, fixed_minor, vat_percent: vatPercent, refund } = record
  return { percent, fixedMinor: BigInt(fixed_minor), vatPercent, refund }
}

/** Returns the record that `feeRatesFrom` reads these rates from. */
export function storedRatesOf(rates: FeeRates): FeeRatesRecord | null {
  const { percent, fixedMinor, refund } = rates
  return percent === 0 && fixedMinor === 0n && refund === 'percent' ? null : feeRatesRecordOf(rates)
}

export function feeRatesRecordOf({ percent, fixedMinor, vatPercent, refund }: FeeRates): FeeRatesRecord {
  return { percent, fixed_minor: String(fixedMinor), vat_percent: vatPercent, refund }
}
