import { readFileSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import type { Query } from '../testkit/query.ts'
import type { Run } from '../testkit/run.ts'

const kernel = '/proc/sys/vm'
const hugePageMb = 2
/** What a server needs beside its cache. */
const beside = 1.05

/** The memory of a database server that has the machine for itself. */
export interface ServerMemory {
  readonly buffersMb: number
  /** Whether its cache lies in huge pages, as docs/operations.md advises. */
  readonly isHuge: boolean
}

/**
 * Reserves half of the machine's memory for a server's cache until the end of the run: in huge pages if this process may
 * (root on Linux), otherwise in usual ones.
 */
export function reserveMemory(run: Pick<Run, 'atEnd'>): ServerMemory {
  const buffersMb = Math.floor(totalmem() / 2 / 1_048_576)
  const pages = Math.ceil((buffersMb * beside) / hugePageMb)
  const path = `${kernel}/nr_hugepages`
  try {
    const before = readFileSync(path, 'utf8')
    run.atEnd(() => writeFileSync(path, before))
    // Huge pages need memory in one piece, which cached files have scattered.
    writeFileSync(`${kernel}/drop_caches`, '1')
    writeFileSync(`${kernel}/compact_memory`, '1')
    writeFileSync(path, String(pages))
    const isHuge = Number(readFileSync(path, 'utf8')) === pages
    if (!isHuge) writeFileSync(path, before)
    return { buffersMb, isHuge }
  } catch {
    return { buffersMb, isHuge: false }
  }
}

// In this order: what is found by every call comes last, and so stays.
const cached = ['payment_timeline_by_reference', 'payments_by_kind', 'ledger_entries_pkey', 'payments']
const found = ['payment_timeline_pkey', 'payment_orders_pkey', 'payments_pkey']
const inFiles = ['payment_timeline', 'payment_orders']

/** Reads what captures and reads touch into the server's cache, and the rest of it into that of the system. */
export async function fillCaches(query: Query): Promise<void> {
  await query('create extension if not exists pg_prewarm')
  for (const table of [...cached, ...found]) await query(`select pg_prewarm('${table}', 'buffer')`)
  for (const table of inFiles) await query(`select pg_prewarm('${table}', 'read')`)
}

/** Returns the size of what reads of payments touch, and of what captures touch in addition, in GB. */
export async function sizesOf(query: Query): Promise<{ readonly readGb: number; readonly captureGb: number }> {
  const sum = async (names: readonly string[]): Promise<number> => {
    const [row] = await query(
      `select sum(pg_relation_size(name))::text as bytes from unnest('{${names}}'::regclass[]) as name`,
    )
    return Number(row?.['bytes']) / 1e9
  }
  return { readGb: await sum(['payments', ...found, ...inFiles]), captureGb: await sum(cached.slice(0, 3)) }
}

/** Returns how much the system has read from its disks since it started, in KB; NaN if it does not tell. */
export function diskReadKb(): number {
  try {
    return Number(/^pgpgin (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8'))?.[1])
  } catch {
    return Number.NaN
  }
}
