import { defaultFilter, listFilters } from '../src/money/payments/counted-list/list-filter.ts'
import { listPayments } from '../src/money/payments/counted-list/list-payments.ts'
import type { Store } from './large.ts'
import { createdSecond } from './large-seed.ts'
import { type ListPage, listRequest, listWords, randomPages } from './list-requests.ts'
import { startLoad } from './load.ts'
import { closedLoop } from './loops.ts'
import type { Figure } from './measure.ts'
import { overHttp, testKey } from './payment-phases.ts'
import { captureRequest } from './requests.ts'
import { inTurns, type Measured, type Phase } from './rounds.ts'

/** The approximate limit of one round of lists. */
const roundMs = 30_000
/**
 * Captures per second beside the lists. Their changes are added to the counts every second, so some are never included.
 */
const capturesPerSecond = 300
const burst = 150

/** Measures random pages of the list, by 1 and by 32 clients: without changes, and while payments are captured. */
export async function benchLists(store: Store, payments: number, isMany: boolean) {
  const { app, actor, name } = store
  const { range, totals, pageMs } = await checkLists(store)
  // Pages of several seconds need only a few calls for a reliable difference.
  const calls = Math.max(32, Math.min(payments, Math.floor(roundMs / pageMs)))
  const pages = (count: number) => randomPages(count, totals, range)
  const http = (clients: number, warmUp = 0): Phase =>
    overHttp(store, `list pages, ${name}`, { clients, calls, warmUp }, (count) => pages(count).map(listRequest))
  const run = () => {
    const requests = pages(calls)
    return closedLoop(calls, 1, async (n) => {
      const page = requests[n]
      if (page !== undefined) await listPayments(app, actor, listInput(page), ({ id }) => id)
    })
  }
  const load = startLoad()
  const beside = (phase: Phase): Phase => ({
    ...phase,
    name: `${phase.name}, beside ${capturesPerSecond} captures/s`,
    run: () => whileCapturing(store, load, phase.run),
  })
  const lists = await inTurns({
    http: http(1, calls),
    many: http(32, calls),
    direct: { name: `list pages without HTTP, ${name}`, clients: 1, warmUp: run, run },
    httpBeside: beside(http(1)),
    manyBeside: beside(http(32)),
  }).finally(load.stop)
  const among = `list of 20 among ${name}, any filter, any offset`
  const figures = (what: string, measured: Measured, atMost: number): Figure[] => {
    const figure = (percentile: 'p50' | 'p99') => ({
      name: `${among}${what}, ${percentile}`,
      unit: 'ms',
      value: measured[percentile],
      limit: { name: 'the same code without HTTP, 1 client', value: lists.direct[percentile] },
    })
    return [figure('p50'), { ...figure('p99'), ...(isMany ? { goal: { atMost } } : {}) }]
  }
  return {
    calls,
    figures: [
      ...figures(', 1 client', lists.http, 20),
      ...figures(', 32 clients', lists.many, 80),
      ...figures(`, 1 client beside ${capturesPerSecond} captures/s`, lists.httpBeside, 20),
      ...figures(`, 32 clients beside ${capturesPerSecond} captures/s`, lists.manyBeside, 80),
    ],
    loads: Object.values(lists),
  }
}

/** Checks how many payments each word of the filter finds. Returns the approximate time of a page with warm code. */
async function checkLists({ app, actor, year }: Store) {
  const totals = new Map<string | undefined, number>()
  let pageMs = 0
  for (let pass = 0; pass < 5; pass += 1) {
    const startedAt = performance.now()
    for (const word of listWords) {
      const page = { word, from: undefined, to: undefined, offset: 0 }
      totals.set(word, (await listPayments(app, actor, listInput(page), ({ id }) => id)).totalCount)
    }
    pageMs = (performance.now() - startedAt) / listWords.length
  }
  return { totals, pageMs, range: { from: createdSecond(year, 0), to: year.endSecond } }
}

/** Runs a phase while a second load generator captures payments of the store at a constant rate. */
async function whileCapturing<T>(store: Store, load: Store['load'], run: () => Promise<T>): Promise<T> {
  let isOver = false
  const capture = async (): Promise<void> => {
    while (!isOver) {
      const requests = store.toCapture.splice(0, burst).map(captureRequest)
      if (requests.length < burst) throw new Error('too few payments were written to be captured beside lists')
      const { baseUrl } = store
      await load.run({ baseUrl, key: testKey, requests, calls: burst, clients: 16, perSecond: capturesPerSecond })
    }
  }
  const measured = run().finally(() => {
    isOver = true
  })
  const [result] = await Promise.all([measured, capture()])
  return result
}

function listInput({ word, from, to, offset }: ListPage) {
  const kinds = word === undefined ? defaultFilter : (listFilters[word] ?? defaultFilter)
  const instant = (seconds: number | undefined): number | null => (seconds === undefined ? null : seconds * 1_000)
  return { kinds, createdFrom: instant(from), createdTo: instant(to), limit: 20, offset }
}
