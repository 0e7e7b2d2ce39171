import assert from 'node:assert/strict'
import { parse } from 'csv-parse/sync'
import { succeed } from '../../testkit/client.ts'
import { type CommandResult, runQist } from '../../testkit/command.ts'
import { type Currency, formatMinorOf, parseMinor } from '../../testkit/settlement-model.ts'
import { openShop, type Shop } from '../../testkit/shop.ts'
import type { TestApi } from './api.ts'
import type { TestService } from './service.ts'

export const journalHeader =
  'entry,date,merchant_id,merchant_code,currency,mode,cause,account,account_name,debit,credit'

/** A line of `qist journal`. */
export interface ExportedLine {
  readonly entry: string
  readonly date: string
  readonly merchant_id: string
  readonly merchant_code: string
  readonly currency: Currency
  readonly mode: 'live' | 'test'
  readonly cause: string
  readonly account: string
  readonly account_name: string
  /** In minor units: a debit is positive, a credit negative. */
  readonly minor: bigint
}

/** Runs `qist journal`. */
export function runJournal({ database, app }: TestService, ...args: string[]): Promise<CommandResult> {
  return runQist(database.url, app.config.dataDir, 'journal', ...args)
}

/** Returns the lines of a run that succeeds, by default of every day. */
export async function exportJournal(service: TestService, ...args: string[]): Promise<ExportedLine[]> {
  const days = args.includes('--from') ? [] : ['--from', '2020-01-01', '--to', '2100-01-01']
  const { code, stdout, stderr } = await runJournal(service, ...days, ...args)
  assert.deepEqual([code, stderr], [0, ''])
  return parseJournal(stdout)
}

/** Reads the file. Asserts its form, and that each entry balances and belongs to one day, store, mode and cause. */
export function parseJournal(csv: string): ExportedLine[] {
  assert.equal(csv.split('\r\n')[0], journalHeader)
  const rows = parse(csv, { columns: true }) as Record<string, string>[]
  const lines = rows.map(({ debit = '', credit = '', ...rest }) => {
    assert.equal([debit, credit].filter((cell) => cell === '').length, 1, `${debit} and ${credit}`)
    const currency = rest['currency'] as Currency
    const amount = parseMinor(`${debit}${credit}`, currency)
    assert.ok(amount > 0n, `${amount}`)
    return { ...rest, currency, minor: debit === '' ? -amount : amount } as ExportedLine
  })
  const of = (line: ExportedLine): string =>
    [line.date, line.merchant_id, line.merchant_code, line.currency, line.mode, line.cause].join(' ')
  const entries = Map.groupBy(lines, ({ entry }) => entry)
  for (const [entry, ofEntry] of entries) {
    assert.equal(sumMinor(ofEntry), 0n, `${entry} does not balance`)
    assert.equal(new Set(ofEntry.map(of)).size, 1, `${entry} is of several causes`)
  }
  assert.equal(entries.size, new Set(lines.map(of)).size, 'a cause of a day has two entries')
  return lines
}

/** Returns debits less credits. */
export function sumMinor(lines: readonly ExportedLine[]): bigint {
  return lines.reduce((sum, { minor }) => sum + minor, 0n)
}

/** A settlement with merchant_code, date, net, fees and vat. */
type SettledDay = Readonly<Record<string, unknown>>

/** Asserts that the lines of a merchant in one mode have the net, the fees and the VAT of these closed days. */
export function assertSettled(lines: readonly ExportedLine[], settlements: readonly SettledDay[]): void {
  for (const { merchant_code, date, net, fees, vat } of settlements) {
    const ofDay = lines.filter((line) => line.merchant_code === merchant_code && line.date === date)
    const currency = ofDay[0]?.currency ?? 'AED'
    const credit = (account: string): string =>
      formatMinorOf(-sumMinor(ofDay.filter((line) => line.account === account && line.cause !== 'payout')), currency)
    assert.deepEqual(
      [credit('merchant_payable'), credit('fee_income'), credit('fee_vat_payable')],
      [net, fees, vat],
      `${merchant_code} ${date}`,
    )
  }
}

/** Returns the lines as `date cause account amount`; a credit is negative. */
export const shown = (lines: readonly ExportedLine[]): string[] =>
  lines.map(({ date, cause, account, minor, currency }) => {
    return `${date} ${cause} ${account} ${formatMinorOf(minor, currency)}`
  })

/** A merchant with a store in Dubai and one in Kuwait, and a fee of five percent and as much VAT on it. */
export interface TwoStores {
  readonly id: string
  readonly ae: Shop
  readonly kw: Shop
  readonly test: Shop
}

/** Makes such a merchant. `test`: the store in Dubai in test mode. */
export async function newTwoStores(api: TestApi): Promise<TwoStores> {
  const fee = { percent: '5.00', vat_percent: '5.00' }
  const stores = ['AE', 'KW'].map((country) => ({ merchant_code: country.toLowerCase(), country, fee }))
  const body = { name: 'Two', region: 'uae', stores }
  const { merchant, keys } = succeed(await api.open('').call('POST', '/sandbox/merchants', body)).body
  const open = (key: string, merchantCode: string, currency: string): Shop =>
    openShop(api.service.urls.uae, key, { merchantCode, currency })
  return {
    id: merchant.id,
    ae: open(keys.live.secret, 'ae', 'AED'),
    kw: open(keys.live.secret, 'kw', 'KWD'),
    test: open(keys.test.secret, 'ae', 'AED'),
  }
}
