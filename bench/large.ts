import { recountAllPayments } from '../src/money/payments/counted-list/payment-counts.ts'
import type { Run } from '../testkit/run.ts'
import { benchBackOfficePages } from './back-office-pages.ts'
import { benchLists } from './large-lists.ts'
import { idAt, numberToCapture, writeYear, type Year } from './large-seed.ts'
import type { Load } from './load.ts'
import type { Figure } from './measure.ts'
import { callsOfOne, overHttp, type PaymentBench, testKey, warmUpCalls } from './payment-phases.ts'
import type { Report } from './report.ts'
import { captureRequest, readRequest } from './requests.ts'
import { inTurns, type Measured, type Phase, rounds } from './rounds.ts'
import { benchSearch } from './search.ts'
import { openTestEnvironment, type TestEnvironment } from './test-environment.ts'

/** A store with many payments, some of which wait for their capture. */
export interface Store extends PaymentBench {
  readonly year: Year
  /** The number of its payments, as text. */
  readonly name: string
  readonly seedSeconds: number
  /** Ids of payments that are not captured yet, in no order. */
  readonly toCapture: string[]
}

const few = 10_000
/** The goals are for a store with this number of payments. */
const many = 10_000_000
/** Upper limit on captures beside the lists. */
const capturesBeside = 100_000

/**
 * Measures captures, reads and list pages in a store with `payments` payments, beside a store with ten thousand. A
 * round has twice as many captures as `calls`, and four times as many reads: ratios of short rounds are unreliable.
 */
export async function benchLarge(run: Run, load: Load, payments: number, calls: number): Promise<Report> {
  const environments: TestEnvironment[] = []
  const [captureCalls, readCalls] = [calls * 2, calls * 4]
  const needed = captureCalls * rounds + warmUpCalls
  const openStore = async (count: number, toCapture: number): Promise<Store> => {
    const environment = await openTestEnvironment(run, String(count))
    environments.push(environment)
    const year = { payments: count, toCapture, endSecond: Math.floor(Date.now() / 1_000) }
    const seedSeconds = await writeYear(environment.query, year)
    await recountAllPayments(environment.app)
    const { baseUrl } = await environment.serve()
    const actor = await environment.actorOf(testKey)
    const { app, connection, query } = environment
    const ids = Array.from({ length: year.toCapture }, (_, k) => idAt(year, numberToCapture(year, k)))
    const name = `${(count + toCapture).toLocaleString('en')} payments`
    return { app, actor, connection, query, baseUrl, load, year, name, seedSeconds, toCapture: shuffled(ids) }
  }
  try {
    const small = await openStore(few, needed)
    const large = await openStore(payments, needed + capturesBeside)
    const moved = await inTurns({
      captures: captures(small, captureCalls),
      capturesOfMany: captures(large, captureCalls),
      reads: reads(small, readCalls),
      readsOfMany: reads(large, readCalls),
    })
    const isMany = payments >= many
    const ratio = (what: string, withFew: Measured, withMany: Measured, atMost: number): Figure => ({
      name: `${what} at ${large.name} against ${small.name}`,
      unit: '×',
      value: withFew.perSecond / withMany.perSecond,
      ...(isMany ? { goal: { atMost } } : {}),
    })
    const searches = await benchSearch(large, callsOfOne(calls), isMany)
    const pages = await benchBackOfficePages(large, callsOfOne(calls), isMany)
    const lists = await benchLists(large, callsOfOne(calls), isMany)
    return {
      figures: [
        ...lists.figures,
        ...searches,
        ...pages,
        ratio('capture', moved.captures, moved.capturesOfMany, 1.2),
        ratio('read', moved.reads, moved.readsOfMany, 1.3),
      ],
      loads: [...Object.values(moved), ...lists.loads],
      remarks: [
        `A round: ${inWords(captureCalls)} captures, ${inWords(readCalls)} reads, ${inWords(lists.calls)} list pages. Of ${sizeOf(small)}, of ${sizeOf(large)}, were written to be captured. Writing the larger one took ${Math.round(large.seedSeconds)} s.`,
        ...(isMany ? [] : [`The goals are those of a store with ${inWords(many)} payments: here they are none.`]),
      ],
    }
  } finally {
    for (const environment of environments) await environment.close()
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

function sizeOf({ name, year }: Store): string {
  return `${name} ${inWords(year.toCapture)}`
}

function inWords(count: number): string {
  return count.toLocaleString('en')
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
