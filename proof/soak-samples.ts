import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { memoryOf } from '../testkit/process-table.ts'
import type { Records } from './records.ts'
import type { TestEnvironment } from './test-environment.ts'

/** A service's resources at one moment. Memory in bytes. */
export interface Sample {
  readonly rss: number
  readonly heap: number
  readonly handles: number
  /** Sessions of the service at the database. */
  readonly connections: number
  /** Rows of each queue. */
  readonly queues: Readonly<Record<string, number>>
}

/** A table at one moment. */
export interface TableSize {
  readonly name: string
  readonly rows: number
  /** The bytes of its rows, its large values and its indexes. */
  readonly bytes: number
}

// Waiting work, which is deleted when it is done. Deliveries to a dead receiver stay until their last attempt.
// Written-off charges are queried for days.
const countQueues = `select
  (select count(*)::int from deliveries where next_attempt_at is not null) as "deliveries waiting",
  (select count(*)::int from payment_count_changes) as "counts to be added",
  (select count(*)::int from charges where resolve_at is not null and state <> 'written_off') as "charges to be resolved",
  (select count(*)::int from outbox_messages where kept_until < now() - interval '5 minutes') as "messages kept too long",
  (select count(*)::int from payments where due_at < now() - interval '1 minute') as "payments overdue"`

const countSessions = `select count(*)::int as sessions from pg_stat_activity
  where datname = current_database() and application_name <> 'proof' and backend_type = 'client backend'`

/** Collects the garbage of a service that was started with PROOF_GARBAGE. Returns when that has ended. */
export async function collectGarbage(path: string): Promise<void> {
  await text(connect(path))
}

/** Measures the process and the database's sessions. Undefined if the service cannot answer now. */
export async function takeSample({ service, client, records }: TestEnvironment): Promise<Sample | undefined> {
  const metrics = await client.call('GET', '/metrics').catch(() => undefined)
  if (metrics === undefined || metrics.status !== 200) return undefined
  const [sessions] = await records.query(countSessions)
  const [queues] = await records.query(countQueues)
  return {
    rss: memoryOf(service.pid) ?? metricIn(metrics.text, 'process_resident_memory_bytes'),
    heap:
      metricIn(metrics.text, 'nodejs_heap_size_used_bytes') + metricIn(metrics.text, 'nodejs_external_memory_bytes'),
    handles: handlesOf(service.pid) ?? metricIn(metrics.text, 'process_open_fds'),
    connections: Number(sessions?.['sessions']),
    queues: queues as Record<string, number>,
  }
}

/** Returns every table of the service, counted exactly. */
export async function measureTables(records: Records): Promise<TableSize[]> {
  const tables = await records.query(
    `select relname as name, pg_total_relation_size(oid)::text as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  )
  const sizes: TableSize[] = []
  for (const { name, bytes } of tables) {
    const [counted] = await records.query(`select count(*)::int as rows from "${name}"`)
    sizes.push({ name: String(name), rows: Number(counted?.['rows']), bytes: Number(bytes) })
  }
  return sizes
}

/** Returns the sum of a metric over its labels, or 0. */
export function metricIn(text: string, name: string): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  return lines.reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}

function handlesOf(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return undefined
  }
}
