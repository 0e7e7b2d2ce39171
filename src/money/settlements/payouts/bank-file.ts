import { stringify } from 'csv-stringify/sync'
import { formatAmount } from '../../../platform/base/money.ts'
import type { BankPayout } from './bank-payout.ts'

const columns = ['reference', 'beneficiary_name', 'iban', 'amount', 'currency', 'merchant_code'] as const

/** The bank's orders to pay: CSV, a header and a line for each payout. What a spreadsheet would run as a formula begins with an apostrophe. */
export function bankFile(payouts: readonly BankPayout[]): string {
  const lines = payouts.map(
    (payout): Record<(typeof columns)[number], string> => ({
      reference: payout.reference,
      beneficiary_name: payout.beneficiary.name,
      iban: payout.beneficiary.iban,
      amount: formatAmount(payout.amountMinor, payout.currency),
      currency: payout.currency,
      merchant_code: payout.merchantCode,
    }),
  )
  return stringify(lines, { columns: [...columns], header: true, record_delimiter: 'windows', escape_formulas: true })
}
