import { type Command, InvalidArgumentError } from 'commander'
import { recountAllPayments } from '../../../money/payments/counted-list/payment-counts.ts'
import { reindexPayments } from '../../../money/payments/search/search-index.ts'
import { jsonOption, type PrintOptions, printJson } from '../output.ts'
import { withApp } from '../with-app.ts'
import { examineAll } from './examine-all.ts'
import { countWrong, examinationJson, printExamination } from './report.ts'
import { writeMetrics } from './write-metrics.ts'

interface DoctorOptions extends PrintOptions {
  readonly recount?: true
  readonly reindex?: true
  readonly expectHead: readonly Buffer[]
  readonly metrics?: string
}

/**
 * `qist doctor`: compares stored data with other stored data, and names the differences. It checks payments against
 * ledger and timeline, fees against rates, plans against charges and returns, these against the ledger, disputes
 * against disputed amounts, settlements against movements, payouts against settlements, seals against entries,
 * orders against decisions, payments against search terms, and counts against rows. Exits 0 without differences,
 * otherwise 1.
 */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'recompute payments, fees, plans, charges, returns, disputes, settlements, payouts and seals from each other; repairs nothing, names what does not agree and exits 1',
    )
    .option(
      '--recount',
      'before looking, count anew how many payments of each kind there are and what each day brought',
    )
    .option('--reindex', 'before looking, write anew what payments are found by')
    .option(
      '--expect-head <hash>',
      'a seal that some chain must have, or its end was cut off; as often as you like',
      readHash,
      [],
    )
    .option(
      '--metrics <file>',
      'write what was found for Prometheus too, as the node exporter reads it from its folder',
    )
    .option(...jsonOption)
    .action(examine)
}

function readHash(text: string, earlier: readonly Buffer[]): readonly Buffer[] {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError('Not a seal: 64 hexadecimal digits.')
  return [...earlier, Buffer.from(text, 'hex')]
}

async function examine(options: DoctorOptions): Promise<void> {
  const examination = await withApp(async (app) => {
    if (options.recount) await recountAllPayments(app)
    if (options.reindex) await reindexPayments(app)
    return examineAll(app, options.expectHead)
  })
  if (options.json) printJson(examinationJson(examination))
  else printExamination(examination)
  if (options.metrics !== undefined) await writeMetrics(options.metrics, examination)
  process.exitCode = countWrong(examination) === 0 ? 0 : 1
}
