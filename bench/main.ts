import { parseArgs } from 'node:util'
import { openRun } from '../testkit/run.ts'
import { benchBackup } from './backup.ts'
import { benchCitus } from './citus.ts'
import { benchFindDue } from './collections.ts'
import { benchLarge } from './large.ts'
import { type Load, startLoad } from './load.ts'
import { inside, measureParts, parts } from './parts.ts'
import { printReport, type Report, usualTitle, writeReport } from './report.ts'
import { openTestEnvironment } from './test-environment.ts'
import { benchYear } from './year.ts'
import { writeYear } from './year-table.ts'

const calls = Number(process.env['BENCH_CALLS'] ?? 5_000)
const payments = Number(process.env['BENCH_PAYMENTS'] ?? 10_000_000)
/** Payments with their money, some 5 GB. */
const backedUp = Number(process.env['BENCH_BACKED_UP'] ?? 600_000)
/** Complete purchases that measure the needs of a year. */
const lived = Number(process.env['BENCH_LIVED'] ?? 1_000)

const help = `npm run bench -- [option]: measures, and prints each figure beside its limit (docs/benchmarks.md)

  --write        writes the figures into the docs
  --part <name>  measures only ${Object.keys(parts).join(', ')}
  --large        compares a store of 10,000,000 payments with one of 10,000
  --backup       backs up a store of 600,000 payments, and restores it
  --year         measures what is removed after a year
  --citus        measures a store in shards
`

const options = readOptions()
if (options.help) {
  process.stdout.write(help)
  process.exit()
}
const run = openRun('bench')
let isDone = false
try {
  const [title, measure] = chooseReport()
  const report = await measure()
  printReport(report)
  if (options.write) writeReport(title, report)
  isDone = true
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
}
await run.end(isDone)

/** Ends this process if an option is unknown, or a part is to be written as if it were the whole. */
function readOptions() {
  const isGiven = { type: 'boolean', default: false } as const
  const [large, backup, year, citus] = [isGiven, isGiven, isGiven, isGiven]
  try {
    const { values } = parseArgs({
      options: { help: isGiven, write: isGiven, part: { type: 'string' }, large, backup, year, citus },
    })
    const { part, write } = values
    if (part !== undefined && !Object.hasOwn(parts, part)) throw new Error(`There is no part ${part}`)
    if (part !== undefined && write) throw new Error('A part is not written: the docs have the figures of one run')
    return values
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${help}`)
    process.exit(2)
  }
}

function chooseReport(): readonly [title: string, measure: () => Promise<Report>] {
  if (options.year) return ['Latest figures of what is removed', benchAYear]
  if (options.citus) return ['Latest figures of a store in shards', () => benchCitus(run)]
  if (options.backup)
    return [
      'Latest figures of a backup',
      () => underLoad((load) => inside(run, 'backup', (own) => benchBackup(own, load, backedUp))),
    ]
  if (options.large) return ['Latest figures of a large store', () => underLoad(benchMany)]
  const chosen = Object.entries(parts).filter(([name]) => options.part === undefined || options.part === name)
  const measures = chosen.map(([, measure]) => measure)
  return [usualTitle, () => underLoad((load) => measureParts(measures, run, load, calls))]
}

function underLoad(measure: (load: Load) => Promise<Report>): Promise<Report> {
  const load = startLoad()
  return measure(load).finally(load.stop)
}

async function benchMany(load: Load): Promise<Report> {
  const large = await benchLarge(run, load, payments, calls)
  const due = await inside(run, 'due', (own) => benchFindDue(own, payments))
  return { ...large, figures: [...large.figures, ...due] }
}

/** Its table belongs to the guide for operators. */
async function benchAYear(): Promise<Report> {
  const environment = await openTestEnvironment(run, 'year')
  const passing = await openTestEnvironment(run, 'days')
  try {
    const { table, ...report } = await benchYear(environment, passing, lived)
    process.stdout.write(`${table}\n\n`)
    if (options.write) writeYear(table)
    return report
  } finally {
    await environment.close()
    await passing.close()
  }
}
