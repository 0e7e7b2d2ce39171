/** What of a capture's fee a refund gives back (docs/contract/money.md#fees): its share of the percentage, nothing, or in the end all. */
export const feeRefunds = ['percent', 'none', 'all'] as const
export type FeeRefund = (typeof feeRefunds)[number]

/** What a store's merchant pays for captures. */
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

/** A hundred percent, in hundredths of one. */
export const maxPercent = 10_000

/** The text of a percentage, with two decimals: "5.00". */
export function formatPercent(hundredths: number): string {
  return (hundredths / 100).toFixed(2)
}

/** The hundredths of a percent that a text of at most two decimals stands for; undefined where it is none from 0 to 100. */
export function parsePercent(text: string): number | undefined {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return undefined
  const hundredths = Math.round(Number(text) * 100)
  return hundredths > maxPercent ? undefined : hundredths
}

/** The rates as rows keep them, in JSON; null stands for none. */
export interface FeeRatesRecord {
  readonly percent: number
  readonly fixed_minor: string
  readonly vat_percent: number
  readonly refund: FeeRefund
  /** Of a movement: its VAT was rounded on the payment's total. Absent: on the movement by itself, as version 0.1.0 did. */
  readonly vat_rounding?: 'total'
}

export function feeRatesFrom(record: FeeRatesRecord | null): FeeRates {
  if (record === null) return noFees
  const { percent, fixed_minor, vat_percent: vatPercent, refund } = record
  return { percent, fixedMinor: BigInt(fixed_minor), vatPercent, refund }
}

export function feeRatesRecordOf({ percent, fixedMinor, vatPercent, refund }: FeeRates): FeeRatesRecord {
  return { percent, fixed_minor: String(fixedMinor), vat_percent: vatPercent, refund }
}
