import { join } from 'node:path'
import { openLog } from '../src/platform/adapters/log.ts'
import { readConfig } from '../src/platform/app/config.ts'
import { openApp } from '../src/platform/app/open-app.ts'
import { openDb } from '../src/platform/db/db.ts'
import { migrateDb } from '../src/platform/db/migrate.ts'
import { openDatabase } from '../src/platform/db/open.ts'
import { distributeTables } from '../src/platform/db/sharding/distribute-tables.ts'
import { addWorker, createClusterDatabase } from '../testkit/citus/create-database.ts'
import { type Cluster, openCluster } from '../testkit/citus/open-cluster.ts'
import { queryOnce } from '../testkit/query.ts'
import type { Run } from '../testkit/run.ts'
import { captureLittle, readAll } from './citus-loops.ts'
import { type LostCaptures, type Measured, type Rates, reportOf } from './citus-report.ts'
import { type ShardedPayment, seedShards } from './citus-shop.ts'
import { holdToQuota } from './cpu-quota.ts'
import { type Watched, watchCpu } from './cpu-use.ts'
import type { Report } from './report.ts'
import { startService } from './service.ts'

const shards = 8
/**
 * Payments of each merchant in each phase. A payment is slower the more captures it has, so every phase needs new ones.
 */
const paymentsOfEach = 800
const phases = ['one', 'moving', 'two'] as const
const seconds = Number(process.env['BENCH_SECONDS'] ?? 15)
/** The share of one core for each of the three servers. */
const quota = Number(process.env['BENCH_QUOTA'] ?? 0.5)

/**
 * Measures the gain of a second worker. Each server is limited to a part of a core, so that the machine is not the
 * limit. Then it measures calls while half of the shards move.
 */
export async function benchCitus(run: Run): Promise<Report> {
  const cluster = await openCluster()
  try {
    return await benchOn(run, cluster)
  } finally {
    await cluster.close()
  }
}

async function benchOn(run: Run, cluster: Cluster): Promise<Report> {
  const { coordinator, workers } = cluster
  const database = 'qist'
  await createClusterDatabase(cluster, database, 1)
  const connection = { ...coordinator.connection, database }
  const owner = openDb({ connection, connections: 2, rights: 'owner', plans: 'free' })
  await migrateDb(owner)
    .then(() => distributeTables(owner, shards))
    .finally(() => owner.close())
  const url = `postgres://postgres@${connection.host}:${connection.port}/${database}`
  const env = { DATABASE_URL: url, DATA_DIR: join(run.folder, 'citus'), REHEARSAL: 'off' }
  const config = readConfig({ ...env, LOG_LEVEL: 'warn' }, run.folder)
  const log = openLog('warn')
  const service = await startService(run, env)
  const opened = await openDatabase(config, log)
  const app = openApp(config, opened.db, log)
  const seeded = await seedShards(app, service.baseUrl, paymentsOfEach * phases.length).finally(async () => {
    await app.outbound.close()
    await opened.close()
  })
  const paymentsOf = (phase: (typeof phases)[number]): readonly ShardedPayment[] =>
    seeded.filter((_, index) => Math.floor(index / shards) % phases.length === phases.indexOf(phase))
  const quotas = [coordinator, ...workers].map(({ name, pid = 0 }) => holdToQuota(name, pid, quota))
  const servers = [coordinator, ...workers].map(({ name, pid = 0 }) => [name, pid] as const)
  const release = (): void => {
    for (const held of quotas.splice(0)) held.release()
  }
  run.atEnd(release)
  const watched = { ...Object.fromEntries(servers), service: service.pid, load: process.pid }
  try {
    const tidy = async (): Promise<void> => {
      for (const node of workers) await queryOnce({ ...node.connection, database }, 'vacuum analyze')
    }
    await tidy()
    const one = await measure(service.baseUrl, paymentsOf('one'), watched)
    await addWorker(cluster, database, 1)
    const moving = await captureWhile(service.baseUrl, paymentsOf('moving'), () => rebalance(connection))
    // Moved tables need a vacuum, which would otherwise run during the measurement.
    await tidy()
    const two = await measure(service.baseUrl, paymentsOf('two'), watched)
    const lost = await countLost(connection, seeded)
    return reportOf({ quota, shards, one, two, moving, lost })
  } finally {
    release()
    await service.stop()
  }
}

async function measure(baseUrl: string, payments: readonly ShardedPayment[], watched: Watched): Promise<Rates> {
  const loads = { captures: captureLittle, reads: readAll }
  const measured = async (load: typeof readAll): Promise<Measured> => {
    // Each connection prepares its plans for each shard first.
    await load(baseUrl, payments, seconds)
    const { answer, cores } = await watchCpu(watched, () => load(baseUrl, payments, seconds))
    return { ...answer, cores }
  }
  return { captures: await measured(loads.captures), reads: await measured(loads.reads) }
}

type Connection = Parameters<typeof queryOnce>[0]

async function rebalance(connection: Connection): Promise<void> {
  await queryOnce(connection, `select citus_rebalance_start(shard_transfer_mode => 'auto')`)
  await queryOnce(connection, 'select citus_rebalance_wait()')
}

async function captureWhile(baseUrl: string, payments: readonly ShardedPayment[], work: () => Promise<void>) {
  let isDone = false
  const done = work().finally(() => {
    isDone = true
  })
  const startedAt = performance.now()
  const outcome = await captureLittle(baseUrl, payments, () => !isDone)
  await done
  return { outcome, seconds: (performance.now() - startedAt) / 1_000 }
}

/** Counts acknowledged captures that are missing, and those that are duplicate. */
async function countLost(connection: Connection, payments: readonly ShardedPayment[]): Promise<LostCaptures> {
  const rows = await queryOnce(
    connection,
    `select payment_id, reference_id from payment_timeline where move = 'capture'`,
  )
  const there = rows.map((row) => `${row['payment_id']} ${row['reference_id']}`)
  const known = new Set(there)
  const acknowledged = payments.flatMap(({ id, captured }) => captured.map((reference) => `${id} ${reference}`))
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((one) => !known.has(one)).length,
    doubled: there.length - known.size,
  }
}
