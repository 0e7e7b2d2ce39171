import { join } from 'node:path'
import { openRun } from '../testkit/run.ts'
import { demoKey } from '../testkit/shop.ts'
import { benchBackup } from './backup.ts'
import { benchCitus } from './citus.ts'
import { benchCollections, benchFindDue } from './collections.ts'
import { benchDisputes } from './disputes.ts'
import { benchDoctor } from './doctor.ts'
import { benchExplain } from './explain.ts'
import { benchLarge } from './large.ts'
import { type Load, startLoad } from './load.ts'
import type { Figure } from './measure.ts'
import { benchNotifications } from './notifications.ts'
import { benchOthers } from './others.ts'
import { testKey } from './payment-phases.ts'
import { benchPayments } from './payments.ts'
import { benchProcesses } from './processes.ts'
import { printReport, type Report, writeReport } from './report.ts'
import { benchSettlements } from './settlements.ts'
import { benchStart } from './start.ts'
import { openTestEnvironment } from './test-environment.ts'
import { benchYear } from './year.ts'
import { writeYear } from './year-table.ts'

const calls = Number(process.env['BENCH_CALLS'] ?? 5_000)
const payments = Number(process.env['BENCH_PAYMENTS'] ?? 10_000_000)
const disputes = Number(process.env['BENCH_DISPUTES'] ?? 1_000_000)
const examined = Number(process.env['BENCH_EXAMINED'] ?? 1_000_000)
/** Payments with their money, some 5 GB. */
const backedUp = Number(process.env['BENCH_BACKED_UP'] ?? 600_000)
/** Complete purchases that measure the needs of a year. */
const lived = Number(process.env['BENCH_LIVED'] ?? 1_000)
const liveKey = demoKey(1, 'sk_')

const run = openRun('bench')
let isDone = false
try {
  const [title, measure] = chooseReport()
  const report = await measure()
  printReport(report)
  if (process.argv.includes('--write')) writeReport(title, report)
  isDone = true
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
}
await run.end(isDone)

function chooseReport(): readonly [title: string, measure: () => Promise<Report>] {
  if (process.argv.includes('--year')) return ['Latest figures of what is removed', benchAYear]
  if (process.argv.includes('--citus')) return ['Latest figures of a store in shards', () => benchCitus(run)]
  if (process.argv.includes('--backup')) return ['Latest figures of a backup', () => underLoad(benchBackingUp)]
  if (process.argv.includes('--large')) return ['Latest figures of a large store', () => underLoad(benchMany)]
  return ['Latest figures', () => underLoad(bench)]
}

function underLoad(measure: (load: Load) => Promise<Report>): Promise<Report> {
  const load = startLoad()
  return measure(load).finally(load.stop)
}

async function bench(load: Load): Promise<Report> {
  const start = await benchStart(run)
  const service = await benchOnOneDatabase(load)
  const others = await benchOthers(join(run.folder, 'others'), load, Math.ceil(calls / 5))
  const isThere = typeof others !== 'string'
  return {
    figures: [
      ...start,
      ...service.figures,
      ...(await benchDelivery()),
      ...(await benchCollecting()),
      ...(await benchSettling()),
      ...(await benchExamining()),
      ...(await benchTelling()),
    ],
    loads: [...service.loads, ...(isThere ? others : [])],
    remarks: isThere ? [] : [others],
  }
}

async function benchOnOneDatabase(load: Load): Promise<Report> {
  const environment = await openTestEnvironment(run, 'load')
  try {
    const service = await environment.serve()
    const { app, connection, query, folder } = environment
    const actor = await environment.actorOf(testKey)
    const { baseUrl, watchPeakMb } = service
    const bench = { app, actor, connection, query, baseUrl, watchPeakMb, load }
    const payments = await benchPayments(bench, calls)
    const processes = await benchProcesses(bench, environment.serve, calls)
    const ofDisputes = await benchDisputes(
      { app, query, folder, actor: await environment.actorOf(liveKey), ...service },
      disputes,
    )
    const figures = [...payments.figures, ...ofDisputes]
    return { figures, loads: [...payments.loads, ...processes], remarks: [] }
  } finally {
    await environment.close()
  }
}

async function benchMany(load: Load): Promise<Report> {
  const large = await benchLarge(run, load, payments, calls)
  const environment = await openTestEnvironment(run, 'due')
  try {
    return { ...large, figures: [...large.figures, ...(await benchFindDue(environment, payments))] }
  } finally {
    await environment.close()
  }
}

async function benchBackingUp(load: Load): Promise<Report> {
  const environment = await openTestEnvironment(run, 'backup')
  try {
    return await benchBackup(environment, load, backedUp)
  } finally {
    await environment.close()
  }
}

/** Its table belongs to the guide for operators. */
async function benchAYear(): Promise<Report> {
  const environment = await openTestEnvironment(run, 'year')
  const passing = await openTestEnvironment(run, 'days')
  try {
    const { table, ...report } = await benchYear(environment, passing, lived)
    process.stdout.write(`${table}\n\n`)
    if (process.argv.includes('--write')) writeYear(table)
    return report
  } finally {
    await environment.close()
    await passing.close()
  }
}

/** Uses its own database, so that only this process collects from it. */
async function benchCollecting(): Promise<Figure[]> {
  const environment = await openTestEnvironment(run, 'collections')
  try {
    return await benchCollections(environment)
  } finally {
    await environment.close()
  }
}

async function benchSettling(): Promise<Figure[]> {
  const environment = await openTestEnvironment(run, 'settlements')
  try {
    return await benchSettlements(environment.app, environment.query, await environment.actorOf(testKey))
  } finally {
    await environment.close()
  }
}

async function benchExamining(): Promise<Figure[]> {
  const environment = await openTestEnvironment(run, 'doctor')
  try {
    return await benchDoctor(environment, examined)
  } finally {
    await environment.close()
  }
}

async function benchTelling(): Promise<Figure[]> {
  const environment = await openTestEnvironment(run, 'explain')
  try {
    return await benchExplain(environment, await environment.actorOf(testKey))
  } finally {
    await environment.close()
  }
}

/** Uses its own database, so that only this process delivers from it. */
async function benchDelivery(): Promise<Figure[]> {
  const environment = await openTestEnvironment(run, 'delivery')
  try {
    return await benchNotifications({ ...environment, actor: await environment.actorOf(testKey) })
  } finally {
    await environment.close()
  }
}
