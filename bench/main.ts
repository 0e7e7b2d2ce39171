import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../src/app/app.ts'
import { readConfig } from '../src/app/config.ts'
import { openApp } from '../src/app/open-app.ts'
import { openEmbedded } from '../src/db/embedded/open-embedded.ts'
import { openDatabase } from '../src/db/open.ts'
import { openLog } from '../src/effects/log.ts'
import type { Actor } from '../src/merchants/caller.ts'
import { findKeyHolder } from '../src/merchants/find-key-holder.ts'
import { openDemoMerchants } from '../src/merchants/open-demo-merchants.ts'
import { formatUrl } from '../test/support/connection-url.ts'
import { benchDisputes } from './disputes.ts'
import type { Figure } from './measure.ts'
import { benchNotifications } from './notifications.ts'
import { benchPayments } from './payments.ts'
import { benchmarksFile, printReport, writeReport } from './report.ts'
import { startService } from './service.ts'

const calls = Number(process.env['BENCH_CALLS'] ?? 10_000)
const disputes = Number(process.env['BENCH_DISPUTES'] ?? 1_000_000)
const log = openLog('warn')

const folder = mkdtempSync(join(tmpdir(), 'qist-bench-'))
const figures: Figure[] = []
try {
  figures.push(...(await benchStart()))
  figures.push(...(await benchOnOneDatabase()))
  figures.push(...(await benchDelivery()))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
printReport(figures)
if (process.argv.includes('--write')) {
  const [before = ''] = readFileSync(benchmarksFile, 'utf8').split('\n\n## Latest figures')
  writeReport(benchmarksFile, before, figures)
}

async function benchStart(): Promise<Figure[]> {
  const dataDir = join(folder, 'start')
  const first = await startService({ DATA_DIR: dataDir })
  await first.stop()
  const later = await startService({ DATA_DIR: dataDir })
  const idleMb = later.residentMb()
  await later.stop()
  return [
    { name: 'first start', unit: 'ms', value: first.startMs, goal: { atMost: 3_000 } },
    { name: 'later start', unit: 'ms', value: later.startMs, goal: { atMost: 1_500 } },
    { name: 'idle memory of the process', unit: 'MB', value: idleMb, goal: { atMost: 150 } },
  ]
}

async function benchOnOneDatabase(): Promise<Figure[]> {
  const dataDir = join(folder, 'load')
  const embedded = await openEmbedded({ dataDir, log })
  const databaseUrl = formatUrl(embedded.connection)
  const service = await startService({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, folder)
  const database = await openDatabase(config, log)
  const app = openApp(config, database.db, log)
  try {
    const actor = await actorOf(app, 'sk_test_11111111-1111-4111-8111-111111111111')
    const payments = await benchPayments({ app, actor, baseUrl: service.baseUrl }, calls)
    const live = await actorOf(app, 'sk_11111111-1111-4111-8111-111111111111')
    return [...payments, ...(await benchDisputes({ app, actor: live, ...service }, disputes))]
  } finally {
    await service.stop()
    await app.outbound.close()
    await database.close()
    await embedded.close()
  }
}

/** On a database of its own, so that this process alone delivers from it. */
async function benchDelivery(): Promise<Figure[]> {
  const dataDir = join(folder, 'delivery')
  const embedded = await openEmbedded({ dataDir, log })
  const databaseUrl = formatUrl(embedded.connection)
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, folder)
  const database = await openDatabase(config, log)
  const app = openApp(config, database.db, log)
  try {
    await openDemoMerchants(app)
    const actor = await actorOf(app, 'sk_test_11111111-1111-4111-8111-111111111111')
    return await benchNotifications({ app, actor, databaseUrl, dataDir })
  } finally {
    await app.outbound.close()
    await database.close()
    await embedded.close()
  }
}

async function actorOf(app: App, key: string): Promise<Actor> {
  const holder = await findKeyHolder(app, key)
  if (typeof holder === 'string') throw new Error('the demo merchant is not there')
  return { ...holder, name: 'bench', requestId: 'bench' }
}
