import { join } from 'node:path'
import type { Run } from '../testkit/run.ts'
import { demoKey } from '../testkit/shop.ts'
import { benchCollections } from './collections.ts'
import { benchDisputes } from './disputes.ts'
import { benchDoctor } from './doctor.ts'
import { benchExplain } from './explain.ts'
import { benchFindPayments } from './find-payments.ts'
import type { Load } from './load.ts'
import type { Figure } from './measure.ts'
import { benchNotifications } from './notifications.ts'
import { benchOthers } from './others.ts'
import { testKey } from './payment-phases.ts'
import { benchPayments } from './payments.ts'
import { benchProcesses } from './processes.ts'
import type { Report } from './report.ts'
import { benchSettlements } from './settlements.ts'
import { benchStart } from './start.ts'
import { openTestEnvironment, type TestEnvironment } from './test-environment.ts'

const disputes = Number(process.env['BENCH_DISPUTES'] ?? 1_000_000)
const examined = Number(process.env['BENCH_EXAMINED'] ?? 1_000_000)
const liveKey = demoKey(1, 'sk_')

type Part = (run: Run, load: Load, calls: number) => Promise<Report>

/** The parts of the usual report, in their order. Each has its own database, so that only its process works there. */
export const parts: Readonly<Record<string, Part>> = {
  start: async (run) => reportOf(await benchStart(run)),
  payments: (run, load, calls) => inside(run, 'load', (own) => benchLoads(own, load, calls)),
  others: async (run, load, calls) => {
    const others = await benchOthers(join(run.folder, 'others'), load, Math.ceil(calls / 5))
    return typeof others === 'string' ? { ...reportOf([]), remarks: [others] } : { ...reportOf([]), loads: others }
  },
  notifications: figuresIn('delivery', async (own) =>
    benchNotifications({ ...own, actor: await own.actorOf(testKey) }),
  ),
  collections: figuresIn('collections', benchCollections),
  settlements: figuresIn('settlements', async (own) => {
    return benchSettlements(own.app, own.query, await own.actorOf(testKey))
  }),
  doctor: figuresIn('doctor', (own) => benchDoctor(own, examined)),
  explain: figuresIn('explain', async (own) => benchExplain(own, await own.actorOf(testKey))),
  pages: figuresIn('find', benchFindPayments),
}

/** Measures these parts, one after the other, and returns one report. */
export async function measureParts(chosen: readonly Part[], run: Run, load: Load, calls: number): Promise<Report> {
  let report = reportOf([])
  for (const measure of chosen) {
    const { figures, loads, remarks } = await measure(run, load, calls)
    report = {
      figures: [...report.figures, ...figures],
      loads: [...report.loads, ...loads],
      remarks: [...report.remarks, ...remarks],
    }
  }
  return report
}

/** Opens a database of its own for this work, and closes it. */
export async function inside<T>(run: Run, name: string, work: (own: TestEnvironment) => Promise<T>): Promise<T> {
  const environment = await openTestEnvironment(run, name)
  try {
    return await work(environment)
  } finally {
    await environment.close()
  }
}

function figuresIn(name: string, measure: (own: TestEnvironment) => Promise<readonly Figure[]>): Part {
  return async (run) => reportOf(await inside(run, name, measure))
}

function reportOf(figures: readonly Figure[]): Report {
  return { figures, loads: [], remarks: [] }
}

async function benchLoads(environment: TestEnvironment, load: Load, calls: number): Promise<Report> {
  const service = await environment.serve()
  const { app, connection, query, folder } = environment
  const { baseUrl, watchPeakMb } = service
  const bench = { app, actor: await environment.actorOf(testKey), connection, query, baseUrl, watchPeakMb, load }
  const payments = await benchPayments(bench, calls)
  const processes = await benchProcesses(bench, environment.serve, calls)
  const live = await environment.actorOf(liveKey)
  const ofDisputes = await benchDisputes({ app, query, folder, actor: live, ...service }, disputes)
  return { ...reportOf([...payments.figures, ...ofDisputes]), loads: [...payments.loads, ...processes] }
}
