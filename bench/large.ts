import { countPaymentChanges } from '../src/payments/count-payments.ts'
import { defaultFilter, listFilters } from '../src/payments/list-filter.ts'
import { listPayments } from '../src/payments/list-payments.ts'
import { createdSecond, idAt, numberToCapture, writeYear, type Year } from './large-seed.ts'
import { type ListPage, listRequest, listWords, randomPages } from './list-requests.ts'
import type { Load } from './load.ts'
import { closedLoop } from './loops.ts'
import type { Figure } from './measure.ts'
import { overHttp, type PaymentBench, testKey, warmUpCalls } from './payment-phases.ts'
import type { Report } from './report.ts'
import { captureRequest, readRequest } from './requests.ts'
import { inTurns, type Measured, type Phase, shareOf } from './rounds.ts'
import type { Run } from './run.ts'
import { openStand, type Stand } from './stand.ts'

interface Store extends PaymentBench {
  readonly year: Year
  readonly name: string
  readonly seedSeconds: number
  /** Ids of payments that nobody has captured yet, in no order. */
  readonly toCapture: string[]
}

const few = 10_000
/** About as long may one round of lists take. */
const listsMs = 20_000

/** Captures, reads and list pages with so many payments in one store, beside a store with ten thousand. */
export async function benchLarge(run: Run, load: Load, payments: number, calls: number): Promise<Report> {
  const stands: Stand[] = []
  const openStore = async (count: number): Promise<Store> => {
    const stand = await openStand(run, String(count))
    stands.push(stand)
    const year = { payments: count, toCapture: calls * 3 + warmUpCalls, endSecond: Math.floor(Date.now() / 1_000) }
    const seedSeconds = await writeYear(stand.app.db, year)
    await countPaymentChanges(stand.app)
    const { baseUrl } = await stand.serve()
    const actor = await stand.actorOf(testKey)
    const { app, connection } = stand
    const ids = Array.from({ length: year.toCapture }, (_, k) => idAt(year, numberToCapture(year, k)))
    const name = `${count.toLocaleString('en')} payments`
    return { app, actor, connection, baseUrl, load, year, name, seedSeconds, toCapture: shuffled(ids) }
  }
  try {
    const [small, large] = [await openStore(few), await openStore(payments)]
    const moved = await inTurns({
      captures: captures(small, calls),
      capturesOfMany: captures(large, calls),
      reads: reads(small, calls * 2),
      readsOfMany: reads(large, calls * 2),
    })
    const lists = await benchLists(large, Math.ceil(calls / 10))
    return {
      figures: [
        ...lists.figures,
        ratio('capture', moved.captures, moved.capturesOfMany, large),
        ratio('read', moved.reads, moved.readsOfMany, large),
      ],
      loads: [...Object.values(moved), ...lists.loads],
      remarks: [
        `Each store holds ${large.year.toCapture.toLocaleString('en')} more payments, which are captured. Writing ${large.name} took ${Math.round(large.seedSeconds)} s.`,
      ],
    }
  } finally {
    for (const stand of stands) await stand.close()
  }
}

function captures(store: Store, calls: number): Phase {
  return overHttp(store, `captures, ${store.name}`, { clients: 32, calls }, (count) =>
    store.toCapture.splice(0, count).map(captureRequest),
  )
}

function reads(store: Store, calls: number): Phase {
  const { year } = store
  return overHttp(store, `reads, ${store.name}`, { clients: 32, calls }, (count) =>
    Array.from({ length: count }, () =>
      readRequest(idAt(year, Math.floor(Math.random() * (year.payments + year.toCapture)))),
    ),
  )
}

/** How much longer a call takes: the rate with few payments over that with many. */
function ratio(what: string, withFew: Measured, withMany: Measured, { name }: Store): Figure {
  const value = shareOf(withFew, withMany) / 100
  return { name: `${what} at ${name} against ${few.toLocaleString('en')}`, unit: '×', value, goal: { atMost: 1.2 } }
}

async function benchLists(store: Store, wanted: number) {
  const { app, actor, year, name } = store
  const startedAt = performance.now()
  const range = { from: createdSecond(year, 0), to: year.endSecond }
  const totals = new Map<string | undefined, number>()
  for (const word of listWords) {
    const page = { word, from: undefined, to: undefined, offset: 0 }
    totals.set(word, (await listPayments(app, actor, listInput(page))).totalCount)
  }
  // Pages that take seconds each are told apart from quick ones by a few, too.
  const pageMs = (performance.now() - startedAt) / listWords.length
  const calls = Math.max(32, Math.min(wanted, Math.floor(listsMs / pageMs)))
  const pages = (count: number) => randomPages(count, totals, range)
  const http = (clients: number): Phase =>
    overHttp(store, `list pages, ${name}`, { clients, calls }, (count) => pages(count).map(listRequest))
  const direct = (count: number) => {
    const asked = pages(count)
    return closedLoop(count, 1, async (n) => {
      const page = asked[n]
      if (page !== undefined) await listPayments(app, actor, listInput(page))
    })
  }
  const lists = await inTurns({
    http: { ...http(1), warmUp: http(1).run },
    many: { ...http(32), warmUp: http(32).run },
    direct: { name: `list pages without HTTP, ${name}`, clients: 1, run: () => direct(calls) },
  })
  const among = `list of 20 among ${name}, any filter, any offset`
  const limitOf = (value: number) => ({ name: 'the same code without HTTP', value })
  const figures: Figure[] = [
    { name: `${among}, p50`, unit: 'ms', value: lists.http.p50, limit: limitOf(lists.direct.p50) },
    {
      name: `${among}, p99`,
      unit: 'ms',
      value: lists.http.p99,
      limit: limitOf(lists.direct.p99),
      goal: { atMost: 20 },
    },
  ]
  return { figures, loads: Object.values(lists) }
}

function listInput({ word, from, to, offset }: ListPage) {
  const kinds = word === undefined ? defaultFilter : (listFilters[word] ?? defaultFilter)
  const instant = (seconds: number | undefined): number | null => (seconds === undefined ? null : seconds * 1_000)
  return { kinds, createdFrom: instant(from), createdTo: instant(to), limit: 20, offset }
}

function shuffled<T>(values: readonly T[]): T[] {
  const result = [...values]
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1))
    const [a, b] = [result[last], result[other]]
    if (a !== undefined && b !== undefined) [result[last], result[other]] = [b, a]
  }
  return result
}
