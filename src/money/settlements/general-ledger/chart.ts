import { CsvError, parse } from 'csv-parse/sync'
import { type Account, accounts } from '../../ledger/entries.ts'

/** An account as it is printed: the ledger's own, or the operator's. */
export interface ChartAccount {
  readonly code: string
  readonly name: string
}

/** The accounts of a general ledger by the name of the ledger's account. */
export type Chart = ReadonlyMap<string, ChartAccount>

const names: Readonly<Record<Account, string>> = {
  card_clearing: 'Card clearing',
  customer_receivable: 'Customer receivable',
  refunds_payable: 'Refunds payable',
  merchant_payable: 'Merchant payable',
  merchant_paid_out: 'Merchant paid out',
  fee_income: 'Fee income',
  fee_vat_payable: 'Fee VAT payable',
  service_fee_income: 'Service fee income',
  write_off: 'Write-off',
}

/** The ledger's own chart of accounts: each account is its own code (docs/money.md#chart-of-accounts). */
export const ledgerChart: Chart = new Map(accounts.map((code) => [code, { code, name: names[code] }]))

const header = 'account,code,name'

/**
 * Returns the operator's chart of accounts, from CSV with the header `account,code,name`. Returns the first problem as a
 * sentence if it is no such file, or if a line has an unknown account, an account for the second time, or no code.
 */
export function readChart(file: Buffer): Chart | string {
  const records = recordsOf(file)
  if (typeof records === 'string') return records
  const [first, ...rows] = records
  if (first?.record.join(',') !== header) return `the first line must be ${header}`
  const chart = new Map<string, ChartAccount>()
  for (const { record, info } of rows) {
    const [account = '', code = '', name = ''] = record
    const problem = problemOf(record, chart)
    if (problem !== undefined) return `line ${info.lines}: ${problem}`
    chart.set(account, { code, name })
  }
  return chart
}

function problemOf(record: readonly string[], chart: Chart): string | undefined {
  const [account = '', code] = record
  if (record.length !== 3) return `there are ${record.length} cells instead of 3`
  if (!ledgerChart.has(account)) {
    return `there is no account ${JSON.stringify(account.slice(0, 40))}: the accounts are ${accounts.join(', ')}`
  }
  if (chart.has(account)) return `account ${account} is there for the second time`
  return code === '' ? `account ${account} has no code` : undefined
}

interface CsvRecord {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

function recordsOf(file: Buffer): readonly CsvRecord[] | string {
  const form = { bom: true, info: true, trim: true, skip_empty_lines: true, relax_column_count: true }
  try {
    return parse(file, form) as unknown as CsvRecord[]
  } catch (error) {
    if (error instanceof CsvError) return `this is no CSV: ${error.message}`
    throw error
  }
}
