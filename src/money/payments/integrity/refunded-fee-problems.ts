import { formatMoney } from '../../../platform/base/money.ts'
import { maxPercent } from '../../../platform/merchants/stores/fee-rates.ts'
import { type PaymentRecord, sum } from './record.ts'

/**
 * Compares charged fees and VAT with refunded ones, and the remaining VAT with the remaining fees. Reads only sums of
 * the ledger, and no rule that computes fees (docs/contract/money.md#fees).
 */
export function findRefundedFeeProblems(record: PaymentRecord): string[] {
  return [
    ...compareSides(record, 'fee', 0n),
    ...compareSides(record, 'fee_vat', earlierMovements(record)),
    ...compareVat(record),
  ]
}

const names = { fee: 'fees', fee_vat: 'VAT' } as const

// `allowedHalves`: the allowed excess of refunded fees, in halves of a minor unit.
function compareSides(
  { entries, currency }: PaymentRecord,
  cause: keyof typeof names,
  allowedHalves: bigint,
): string[] {
  const ofMerchant = entries.filter((entry) => entry.cause === cause && entry.account === 'merchant_payable')
  const charged = sum(ofMerchant.filter(({ amountMinor }) => amountMinor > 0n))
  const refunded = -sum(ofMerchant.filter(({ amountMinor }) => amountMinor < 0n))
  if (2n * refunded <= 2n * charged + allowedHalves) return []
  const [back, due] = [formatMoney(refunded, currency), formatMoney(charged, currency)]
  return [`the ledger gave back ${back} of ${names[cause]} and charged ${due}`]
}

// Version 0.1.0 rounded the VAT of each movement, so each may differ by half a minor unit.
function earlierMovements({ timeline }: PaymentRecord): bigint {
  return BigInt(timeline.filter(({ fee }) => fee !== undefined && !fee.isVatOfTotal).length)
}

// Compares only payments with one VAT rate: their remaining VAT differs from that share of the remaining fees by at
// most half a minor unit.
function compareVat({ entries, timeline, currency }: PaymentRecord): string[] {
  const fees = timeline.flatMap(({ fee }) => fee ?? [])
  const [rate, ...others] = new Set(fees.map(({ rates }) => rates?.vatPercent))
  if (rate === undefined || others.length > 0 || fees.some(({ isVatOfTotal }) => !isVatOfTotal)) return []
  const left = (cause: string): bigint =>
    -sum(entries.filter((entry) => entry.cause === cause && entry.account !== 'merchant_payable'))
  const off = left('fee_vat') * BigInt(maxPercent) - left('fee') * BigInt(rate)
  if (2n * (off < 0n ? -off : off) <= BigInt(maxPercent)) return []
  const [vat, of] = [formatMoney(left('fee_vat'), currency), formatMoney(left('fee'), currency)]
  return [`the ledger has ${vat} of VAT on fees of ${of}, which is not ${rate / 100} % of them`]
}
