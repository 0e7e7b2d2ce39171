import { createReadStream } from 'node:fs'
import { type Command, CommanderError, Option } from 'commander'
import type { Bounds, Summary, Sums } from '../../money/settlements/reconciliation/compare.ts'
import {
  type Difference,
  type DifferenceKind,
  describeDifference,
  differenceKinds,
  differenceWire,
} from '../../money/settlements/reconciliation/difference.ts'
import { readReport } from '../../money/settlements/reconciliation/read-report.ts'
import { reconcileReport } from '../../money/settlements/reconciliation/reconcile-report.ts'
import { MalformedReport, type Report } from '../../money/settlements/reconciliation/report.ts'
import type { App } from '../../platform/app/app.ts'
import { formatAmount } from '../../platform/base/money.ts'
import { formatMilliseconds, type Instant } from '../../platform/base/times.ts'
import { refusals } from '../../platform/merchants/refusals.ts'
import { listStores } from '../../platform/merchants/stores/stores.ts'
import { readId } from './keys.ts'
import { readTime } from './notifications.ts'
import { jsonOption, type PrintOptions, printLine, printRows, writeOut } from './output.ts'
import { withApp } from './with-app.ts'

interface ReconcileOptions extends PrintOptions {
  readonly from?: Instant
  readonly to?: Instant
  readonly merchant?: string
  readonly mode?: 'test' | 'live'
}

type OnDifferences = (differences: readonly Difference[]) => Promise<void>

/** Exit code if the report could not be compared. */
const notCompared = 2

/** Most differences that are printed. `--json` has all. */
const maxSentences = 1_000

/**
 * `qist reconcile FILE` (docs/contract/money.md#reconciliation): compares the processor's report with the stored
 * charges and returns. Exits 0 if they agree, 1 if anything differs, 2 if they could not be compared.
 */
export function addReconcileCommand(program: Command): void {
  program
    .command('reconcile')
    .description(
      "compare the card processor's report (CSV: id,type,amount,currency,at) with what is believed, and name what is missing here or there, doubled or different; exits 1 when anything is, 2 when the report cannot be compared",
    )
    .argument('<file>', 'the report; - reads it from standard input')
    .option('--from <time>', 'only what was moved from then on, ISO 8601', readTime)
    .option('--to <time>', 'only what was moved before then, ISO 8601', readTime)
    .option('--merchant <id>', 'only what is of this merchant', readId)
    .addOption(new Option('--mode <mode>', 'only what is of this mode').choices(['test', 'live']))
    .option(...jsonOption)
    .exitOverride((error) => {
      throw error.exitCode === 0 ? error : new CommanderError(notCompared, error.code, error.message)
    })
    .action(reconcile)
}

async function reconcile(file: string, options: ReconcileOptions, command: Command): Promise<void> {
  const { from = null, to = null, merchant: merchantId = null, mode } = options
  if (from !== null && to !== null && from >= to) command.error('error: --from must be before --to')
  // An early failure keeps this exit code.
  process.exitCode = notCompared
  const report = await openReport(file)
  if (report === undefined) return
  const bounds: Bounds = { from, to, merchantId, isTest: mode === undefined ? null : mode === 'test' }
  const summary = await withApp(async (app) => {
    if (merchantId !== null && (await listStores(app, merchantId)).length === 0) throw refusals.noSuchMerchant()
    return options.json ? printEverything(app, report, bounds) : tell(app, report, bounds)
  })
  process.exitCode = countOf(summary) === 0 ? 0 : 1
}

/** Reads the report. Prints why and returns undefined if it cannot be compared. */
async function openReport(file: string): Promise<Report | undefined> {
  const complain = (complaint: string): void => void process.stderr.write(`qist: ${file}: ${complaint}\n`)
  try {
    return await readReport(file === '-' ? process.stdin : createReadStream(file))
  } catch (error) {
    if (error instanceof MalformedReport) {
      for (const complaint of error.complaints) complain(complaint)
      if (error.more > 0) complain(`and ${error.more} more lines`)
    } else if (error instanceof Error && 'code' in error) complain(fileProblems[String(error.code)] ?? error.message)
    else throw error
    return undefined
  }
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder and no file',
  EACCES: 'this file may not be read',
}

/** Compares, passes on differences as they are found, and returns the summary. */
async function compareAll(app: App, report: Report, bounds: Bounds, onDifferences: OnDifferences): Promise<Summary> {
  const isWatched = process.stderr.isTTY
  let whole: Summary | undefined
  for await (const { differences, examined, summary } of reconcileReport(app, report, bounds)) {
    if (differences.length > 0) await onDifferences(differences)
    if (isWatched) process.stderr.write(`\r${examined} charges and refunds looked at`)
    whole = summary
  }
  if (isWatched) process.stderr.write('\n')
  if (whole === undefined) throw new Error('nothing was compared')
  return whole
}

// Differences are printed as they are found and never kept, so their number needs no memory.
async function printEverything(app: App, report: Report, bounds: Bounds): Promise<Summary> {
  const read = report.size
  let begin = '{"differences":['
  const summary = await compareAll(app, report, bounds, async (differences) => {
    await writeOut(`${begin}${differences.map((difference) => JSON.stringify(differenceWire(difference)))}`)
    begin = ','
  })
  const rest = JSON.stringify(summaryWire(summary, bounds, read))
  await writeOut(`${begin === ',' ? '' : begin}],${rest.slice(1)}\n`)
  return summary
}

function summaryWire({ rows, unsettled, atEdge, sums, differences }: Summary, bounds: Bounds, read: number) {
  const { from, to, merchantId, isTest } = bounds
  return {
    counts: differences,
    rows: { read, ...rows },
    unsettled: { in_report: unsettled.inReport, not_in_report: unsettled.notInReport },
    at_edge: atEdge,
    sums: sortedSums(sums).map(({ currency, type, here, there }) => {
      const side = ({ count, amountMinor }: Sums['here']) => ({ count, amount: formatAmount(amountMinor, currency) })
      return { currency, type, here: side(here), there: side(there) }
    }),
    from: from === null ? null : formatMilliseconds(from),
    to: to === null ? null : formatMilliseconds(to),
    merchant_id: merchantId,
    mode: isTest === null ? null : isTest ? 'test' : 'live',
  }
}

async function tell(app: App, report: Report, bounds: Bounds): Promise<Summary> {
  const read = report.size
  const found: Difference[] = []
  const summary = await compareAll(app, report, bounds, async (differences) => {
    found.push(...differences.slice(0, maxSentences - found.length))
  })
  tellSummary(summary, read)
  const ordered = differenceKinds.flatMap((kind) => found.filter((difference) => difference.kind === kind))
  for (const difference of ordered) printLine(describeDifference(difference))
  const omitted = countOf(summary) - found.length
  if (omitted > 0) printLine(`… and ${omitted} more: --json tells all`)
  return summary
}

function tellSummary({ rows, unsettled, atEdge, sums, differences }: Summary, read: number): void {
  const skipped = [
    rows.outside > 0 ? `, ${rows.outside} outside of the time` : '',
    rows.elsewhere > 0 ? `, ${rows.elsewhere} of other merchants or of the other mode` : '',
  ]
  printLine(`Rows in the report: ${read}; compared: ${rows.compared}${skipped.join('')}`)
  if (unsettled.inReport + unsettled.notInReport > 0) {
    printLine(
      `Not settled yet: ${unsettled.inReport} in the report, ${unsettled.notInReport} not; neither is a difference`,
    )
  }
  if (atEdge > 0) printLine(`Made around the beginning or the end of the time, and not in this report: ${atEdge}`)
  const table = sortedSums(sums).map(({ currency, type, here, there }) => ({
    currency,
    type,
    here: String(here.count),
    'amount here': formatAmount(here.amountMinor, currency),
    'in the report': String(there.count),
    'amount there': formatAmount(there.amountMinor, currency),
  }))
  if (table.length > 0) printRows(table, {})
  const counts = differenceKinds.filter((kind) => differences[kind] > 0)
  const named = counts.map((kind) => `${differences[kind]} ${kindWords[kind]}`).join(', ')
  printLine(counts.length === 0 ? 'Nothing differs' : `Differences: ${named}`)
}

const kindWords: Readonly<Record<DifferenceKind, string>> = {
  missing_here: 'missing here',
  missing_there: 'missing in the report',
  doubled: 'doubled in the report',
  amount: 'of another amount',
  currency: 'in another currency',
  unknown_type: 'of an unknown type',
}

function sortedSums(sums: Summary['sums']): Sums[] {
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, of]) => of)
}

function countOf({ differences }: Summary): number {
  return Object.values(differences).reduce((sum, count) => sum + count, 0)
}
