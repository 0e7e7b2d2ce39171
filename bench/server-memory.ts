import { readFileSync, writeFileSync } from 'node:fs'
import { partOfMemoryMb } from '../src/platform/db/embedded/postmaster.ts'
import type { Query } from '../testkit/query.ts'
import type { Run } from '../testkit/run.ts'

const kernel = '/proc/sys/vm'
const hugePageMb = 2
/** What a server needs beside its cache. */
const beside = 1.06

/** The sizes of the caches of both stores' servers, in MB: half of the machine's memory for the large one. */
export function cachesMb(): { readonly small: number; readonly large: number } {
  return { small: 1_024, large: partOfMemoryMb(2) }
}

/**
 * Reserves memory for servers with caches of this size in all, in huge pages, until the returned function is called or
 * the run ends. Only root may, on Linux. Without it a server uses usual pages.
 */
export function reserveHugePages(run: Pick<Run, 'atEnd'>, buffersMb: number): () => void {
  const path = `${kernel}/nr_hugepages`
  try {
    const before = Number(readFileSync(path, 'utf8'))
    // Huge pages need memory in one piece, which cached files have scattered.
    writeFileSync(`${kernel}/drop_caches`, '1')
    writeFileSync(`${kernel}/compact_memory`, '1')
    const giveBack = (): void => writeFileSync(path, String(before))
    run.atEnd(giveBack)
    writeFileSync(path, String(before + Math.ceil((buffersMb * beside) / hugePageMb)))
    return giveBack
  } catch {
    return () => undefined
  }
}

/** Returns whether the server's cache lies in huge pages. */
export async function isInHugePages(query: Query): Promise<boolean> {
  const [status] = await query('show huge_pages_status')
  return status?.['huge_pages_status'] === 'on'
}

// The indexes that every call reads come last, because the cache drops the first ones first.
const ofCaptures = ['payment_timeline_by_reference', 'payments_by_kind', 'ledger_entries_pkey']
const found = ['payment_timeline_pkey', 'payment_orders_pkey', 'payments_pkey']
const inFiles = ['payment_timeline', 'payment_orders']

/** Reads what captures and reads touch into the server's cache, and the rest of it into that of the system. */
export async function fillCaches(query: Query): Promise<void> {
  await query('create extension if not exists pg_prewarm')
  for (const table of [...ofCaptures, 'payments', ...found]) await query(`select pg_prewarm('${table}', 'buffer')`)
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
  return { readGb: await sum(['payments', ...found, ...inFiles]), captureGb: await sum(ofCaptures) }
}

/** Returns how much the system has read from its disks since it started, in KB; NaN if it does not tell. */
export function diskReadKb(): number {
  try {
    return Number(/^pgpgin (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8'))?.[1])
  } catch {
    return Number.NaN
  }
}
