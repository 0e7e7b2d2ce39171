import { join } from 'node:path'
import { openRun } from '../testkit/run.ts'
import { demoKey } from '../testkit/shop.ts'
import { benchCollections, benchFindDue } from './collections.ts'
import { benchDisputes } from './disputes.ts'
import { benchLarge } from './large.ts'
import { type Load, startLoad } from './load.ts'
import type { Figure } from './measure.ts'
import { benchNotifications } from './notifications.ts'
import { benchOthers } from './others.ts'
import { testKey } from './payment-phases.ts'
import { benchPayments } from './payments.ts'
import { benchProcesses } from './processes.ts'
import { printReport, type Report, writeReport } from './report.ts'
import { benchStart } from './start.ts'
import { openTestEnvironment } from './test-environment.ts'

const calls = Number(process.env['BENCH_CALLS'] ?? 5_000)
const payments = Number(process.env['BENCH_PAYMENTS'] ?? 10_000_000)
const disputes = Number(process.env['BENCH_DISPUTES'] ?? 1_000_000)
const liveKey = demoKey(1, 'sk_')

const run = openRun('bench')
let isDone = false
try {
  const isLarge = process.argv.includes('--large')
  const load = startLoad()
  const report = await (isLarge ? benchMany(load) : bench(load)).finally(load.stop)
  printReport(report)
  if (process.argv.includes('--write'))
    writeReport(isLarge ? 'Latest figures of a large store' : 'Latest figures', report)
  isDone = true
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
}
await run.end(isDone)

async function bench(load: Load): Promise<Report> {
  const start = await benchStart(run)
  const service = await benchOnOneDatabase(load)
  const others = await benchOthers(join(run.folder, 'others'), load, Math.ceil(calls / 5))
  const isThere = typeof others !== 'string'
  return {
    figures: [...start, ...service.figures, ...(await benchDelivery()), ...(await benchCollecting())],
    loads: [...service.loads, ...(isThere ? others : [])],
    remarks: isThere ? [] : [others],
  }
}

async function benchOnOneDatabase(load: Load): Promise<Report> {
  const environment = await openTestEnvironment(run, 'load')
  try {
    const service = await environment.serve()
    const { app, connection, folder } = environment
    const actor = await environment.actorOf(testKey)
    const { baseUrl, watchPeakMb } = service
    const bench = { app, actor, connection, baseUrl, watchPeakMb, load }
    const payments = await benchPayments(bench, calls)
    const processes = await benchProcesses(bench, environment.serve, calls)
    const ofDisputes = await benchDisputes(
      { app, folder, actor: await environment.actorOf(liveKey), ...service },
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
    return { ...large, figures: [...large.figures, ...(await benchFindDue(environment.app, payments))] }
  } finally {
    await environment.close()
  }
}

/** On a database of its own, so that this process alone collects from it. */
async function benchCollecting(): Promise<Figure[]> {
  const environment = await openTestEnvironment(run, 'collections')
  try {
    return await benchCollections(environment.app)
  } finally {
    await environment.close()
  }
}

/** On a database of its own, so that this process alone delivers from it. */
async function benchDelivery(): Promise<Figure[]> {
  const environment = await openTestEnvironment(run, 'delivery')
  try {
    return await benchNotifications({ ...environment, actor: await environment.actorOf(testKey) })
  } finally {
    await environment.close()
  }
}
