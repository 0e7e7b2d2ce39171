import { csvLines } from '../../../platform/base/csv.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import type { Chart } from './chart.ts'
import type { JournalLine } from './journal-entry.ts'

const columns = [
  ...(['entry', 'date', 'merchant_id', 'merchant_code', 'currency', 'mode'] as const),
  ...(['cause', 'account', 'account_name', 'debit', 'credit'] as const),
] as const

/** The first line of the file. Without a byte order mark: other programs read the file, too. */
export const journalHeader = `${columns.join(',')}\r\n`

/**
 * Returns the lines as CSV with the accounts of a chart. An account that the chart lacks keeps its name; the caller
 * refuses such a file.
 */
export function journalCsv(lines: readonly JournalLine[], chart: Chart): string {
  return csvLines(
    columns,
    lines.map(({ entryId, date, merchantId, merchantCode, currency, isTest, cause, account, amountMinor }) => {
      const { code, name } = chart.get(account) ?? { code: account, name: account }
      const amount = formatAmount(amountMinor < 0n ? -amountMinor : amountMinor, currency)
      return {
        ...{ entry: entryId, date, merchant_id: merchantId, merchant_code: merchantCode, currency },
        ...{ mode: isTest ? 'test' : 'live', cause, account: code, account_name: name },
        ...(amountMinor > 0n ? { debit: amount, credit: '' } : { debit: '', credit: amount }),
      }
    }),
  )
}
