import { type Allowance, checkLevel, formatQuarters, quartersOf } from './levels.ts'
import type { Sample, TableSize } from './soak-samples.ts'

const megabyte = 1_048_576

/** The allowed growth. A short soak ends before memory is warm and before the first vacuum of the database. */
interface Allowances {
  readonly rss: Allowance
  readonly heap: Allowance
  readonly handles: Allowance
  readonly connections: Allowance
  readonly queue: Allowance
  readonly perPayment: Allowance
}

const whenWarm: Allowances = {
  rss: { times: 1.15, more: 32 },
  heap: { times: 1.1, more: 12 },
  handles: { times: 1.1, more: 24 },
  connections: { times: 1, more: 4 },
  queue: { times: 1.5, more: 150 },
  perPayment: { times: 1.25, more: 0.2 },
}
const whenShort: Allowances = {
  ...whenWarm,
  rss: { times: 1.6, more: 96 },
  heap: { times: 1.3, more: 32 },
  handles: { times: 1.5, more: 48 },
  queue: { times: 2, more: 600 },
  // During a silence both ends of a connection are open.
  connections: { times: 1, more: 20 },
  perPayment: { times: 2, more: 1 },
}

/** The number of rows from which bytes per row are meaningful. */
const tellingRows = 2_000

/** Checks that the service's resources level off, and that tables grow no faster than the payments. */
export function checkSoak(samples: readonly Sample[], tables: readonly (readonly TableSize[])[], isShort: boolean) {
  const allowed = isShort ? whenShort : whenWarm
  const rss = quartersOf(samples.map((sample) => sample.rss / megabyte))
  // The lowest heap sizes are those right after a garbage collection.
  const heap = quartersOf(
    samples.map((sample) => sample.heap / megabyte),
    0.1,
  )
  const handles = quartersOf(samples.map((sample) => sample.handles))
  const connections = quartersOf(samples.map((sample) => sample.connections))
  const queues = Object.keys(samples[0]?.queues ?? {}).map((name) => ({
    name,
    quarters: quartersOf(samples.map((sample) => sample.queues[name] ?? 0)),
  }))
  const growth = checkTables(tables, allowed.perPayment)
  return {
    violations: [
      ...checkLevel('resident memory (MB)', rss, allowed.rss),
      ...checkLevel('the heap (MB)', heap, allowed.heap),
      ...checkLevel('open file handles', handles, allowed.handles),
      ...checkLevel('database connections', connections, allowed.connections),
      ...queues.flatMap(({ name, quarters }) => checkLevel(name, quarters, allowed.queue)),
      ...growth.violations,
    ],
    counts: {
      'resident memory': formatQuarters(rss, ' MB'),
      heap: formatQuarters(heap, ' MB'),
      'file handles': formatQuarters(handles),
      'database connections': formatQuarters(connections),
      ...Object.fromEntries(queues.map(({ name, quarters }) => [name, formatQuarters(quarters)])),
      ...growth.counts,
    },
  }
}

/** Compares the tables in the middle with those at the end. */
function checkTables(samples: readonly (readonly TableSize[])[], allowed: Allowance) {
  const [first, middle, end] = [samples[0], samples[Math.floor((samples.length - 1) / 2)], samples.at(-1)]
  if (first === undefined || middle === undefined || end === undefined) return { violations: [], counts: {} }
  const wrong = end.flatMap(({ name, rows, bytes }) => {
    const before = middle.find((table) => table.name === name)
    if (before === undefined || before.rows < tellingRows) return []
    const level = (what: string, was: number, is: number): string[] =>
      checkLevel(`${what} of table ${name}`, [was, was, is, is], allowed)
    return [
      ...level('rows for each payment', before.rows / rowsOf(middle), rows / rowsOf(end)),
      // A queue that is empty at the end keeps the space of its peak.
      ...level('bytes for each row', before.bytes / before.rows, bytes / Math.max(rows, before.rows)),
    ]
  })
  const each = [first, middle, end]
  const total = (sample: readonly TableSize[]): number => sample.reduce((all, { bytes }) => all + bytes, 0)
  return {
    violations: wrong,
    counts: {
      payments: each.map((sample) => rowsOf(sample).toLocaleString('en')).join(' → '),
      'tables and indexes': `${each.map((sample) => Math.round(total(sample) / megabyte)).join(' → ')} MB`,
      'of it for each payment': `${each.map((sample) => (total(sample) / rowsOf(sample) / 1_024).toFixed(1)).join(' → ')} KB`,
    },
  }
}

function rowsOf(sample: readonly TableSize[]): number {
  return Math.max(1, sample.find(({ name }) => name === 'payments')?.rows ?? 0)
}
