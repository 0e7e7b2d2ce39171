import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { isDate, type LocalDate } from '../../money/plans/local-time.ts'
import { type Chart, ledgerChart, readChart } from '../../money/settlements/general-ledger/chart.ts'
import { journalCsv, journalHeader } from '../../money/settlements/general-ledger/journal-csv.ts'
import { type JournalLine, UnbalancedEntry } from '../../money/settlements/general-ledger/journal-entry.ts'
import { listJournal } from '../../money/settlements/general-ledger/list-journal.ts'
import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import { getMerchant, listMerchants } from '../../platform/merchants/merchants.ts'
import { readId } from './keys.ts'
import { refuseFile } from './problems.ts'
import { openWholeFile, type WholeFile } from './whole-file.ts'
import { withApp } from './with-app.ts'

interface JournalOptions {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly merchant?: MerchantId
  readonly mode: 'test' | 'live'
  readonly chart?: string
  readonly out?: string
}

/** Adds `qist journal`: the general ledger export of the stores' days (docs/contract/terms.md#for-the-books). */
export function addJournalCommand(program: Command): void {
  program
    .command('journal')
    .description('export the ledger for accounting, as CSV: an entry for each day, store, currency and cause')
    .requiredOption('--from <date>', "the first of the stores' days, such as 2026-03-01", readDate)
    .requiredOption('--to <date>', 'the day after the last', readDate)
    .option('--merchant <id>', 'of this merchant only', readId)
    .addOption(new Option('--mode <mode>', 'of which payments').choices(['test', 'live']).default('live'))
    .option('--chart <file>', 'your own accounts: CSV with the header account,code,name')
    .option('--out <file>', 'the file to write or replace; absent: standard output')
    .action(writeJournal)
}

function readDate(text: string): LocalDate {
  if (!isDate(text)) throw new InvalidArgumentError('Not a date such as 2026-03-01.')
  return text
}

async function writeJournal(options: JournalOptions, command: Command): Promise<void> {
  const { from, to, chart: chartFile, out } = options
  if (to < from) command.error('error: --to must not be before --from')
  const chart = chartFile === undefined ? ledgerChart : await openChart(chartFile)
  await withApp(async (app) => {
    const merchantIds = await listMerchantIds(app, options.merchant)
    const file = await openWholeFile(out)
    try {
      const missing = await writeLines(app, merchantIds, options, { chart, file })
      if (missing.length > 0) {
        throw new Refusal(
          'bad_data',
          `${chartFile}: ${missing.join(', ')} must be there, because there are entries of it`,
        )
      }
      await file.finish()
    } finally {
      await file.close()
    }
  })
}

async function openChart(path: string): Promise<Chart> {
  const chart = readChart(await readFile(path).catch((error) => refuseFile(path, error)))
  if (typeof chart === 'string') throw new Refusal('bad_data', `${path}: ${chart}`)
  return chart
}

async function listMerchantIds(app: App, merchantId: MerchantId | undefined): Promise<MerchantId[]> {
  if (merchantId === undefined) return (await listMerchants(app)).map(({ id }) => id)
  return [(await getMerchant(app, merchantId)).merchantId]
}

/** The lines that are written as one text. */
const pageSize = 1_000

/** Writes the header and the lines of these merchants. Returns the accounts that the chart lacks. */
async function writeLines(
  app: App,
  merchantIds: readonly MerchantId[],
  { from, to, mode }: JournalOptions,
  { chart, file }: { readonly chart: Chart; readonly file: WholeFile },
): Promise<string[]> {
  const missing = new Set<string>()
  await file.write(journalHeader)
  for (const merchantId of merchantIds) {
    const lines = await listJournal(app, merchantId, { from, to, isTest: mode === 'test' }).catch(refuseUnbalanced)
    for (const { account } of lines) if (!chart.has(account)) missing.add(account)
    for (let at = 0; at < lines.length; at += pageSize) {
      await file.write(journalCsv(lines.slice(at, at + pageSize), chart))
    }
  }
  return [...missing].toSorted()
}

function refuseUnbalanced(error: unknown): JournalLine[] {
  if (!(error instanceof UnbalancedEntry)) throw error
  throw new Refusal('bad_data', `${error.message}: nothing is exported. npx qist doctor names the payments`)
}
