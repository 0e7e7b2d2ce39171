import { recountAllPayments } from '../src/money/payments/counted-list/payment-counts.ts'
import type { Run } from '../testkit/run.ts'
import { benchBackOfficePages } from './back-office-pages.ts'
import { benchCalls } from './large-calls.ts'
import { benchLists } from './large-lists.ts'
import { idAt, numberToCapture, writeYear, type Year } from './large-seed.ts'
import type { Load } from './load.ts'
import { callsOfOne, type PaymentBench, testKey, warmUpCalls } from './payment-phases.ts'
import type { Report } from './report.ts'
import { rounds } from './rounds.ts'
import { benchSearch } from './search.ts'
import { cachesMb, fillCaches, isInHugePages, reserveHugePages, sizesOf } from './server-memory.ts'
import { openTestEnvironment, type TestEnvironment } from './test-environment.ts'

/** A store with many payments, some of which wait for their capture. */
export interface Store extends PaymentBench {
  readonly year: Year
  /** The number of its payments, as text. */
  readonly name: string
  readonly seedSeconds: number
  /** Shuffled ids of payments that wait for their capture and are older than the last month. */
  readonly toCapture: string[]
  /** The same of the year's last month. */
  readonly toCaptureOfMonth: string[]
}

const few = 10_000
/** The goals are for a store with this number of payments. */
const many = 10_000_000
/** Upper limit on captures beside the lists. */
const capturesBeside = 100_000
/** The year's. */
export const months = 12

/**
 * Measures captures, reads and list pages in a store with `payments` payments, beside a store with ten thousand. A
 * round has twice as many captures as `calls`, and four times as many reads: ratios of short rounds are unreliable.
 */
export async function benchLarge(run: Run, load: Load, payments: number, calls: number): Promise<Report> {
  const environments: TestEnvironment[] = []
  const [captureCalls, readCalls] = [calls * 2, calls * 4]
  const needed = captureCalls * rounds + warmUpCalls
  const write = async (year: Year): Promise<number> => {
    const environment = await openTestEnvironment(run, String(year.payments))
    const seconds = await writeYear(environment.query, year)
    await recountAllPayments(environment.app)
    await environment.close()
    return seconds
  }
  const openStore = async (year: Year, buffersMb: number, seedSeconds: number): Promise<Store> => {
    const environment = await openTestEnvironment(run, String(year.payments), buffersMb)
    environments.push(environment)
    await fillCaches(environment.query)
    const { baseUrl } = await environment.serve()
    const actor = await environment.actorOf(testKey)
    const { app, connection, query } = environment
    const ids = Array.from({ length: year.toCapture }, (_, k) => idAt(year, numberToCapture(year, k)))
    const beforeMonth = Math.ceil((year.toCapture * (months - 1)) / months)
    const [toCapture, toCaptureOfMonth] = [shuffled(ids.slice(0, beforeMonth)), shuffled(ids.slice(beforeMonth))]
    const name = `${(year.payments + year.toCapture).toLocaleString('en')} payments`
    return { app, actor, connection, query, baseUrl, load, year, name, seedSeconds, toCapture, toCaptureOfMonth }
  }
  const endSecond = Math.floor(Date.now() / 1_000)
  const fewYear = { payments: few, toCapture: Math.ceil((needed * months) / (months - 1)), endSecond }
  const toCapture = months * Math.max(needed, Math.ceil((needed + capturesBeside) / (months - 1)))
  const manyYear = { payments, toCapture, endSecond }
  const [fewSeconds, manySeconds] = [await write(fewYear), await write(manyYear)]
  const caches = cachesMb()
  const giveBack = reserveHugePages(run, caches.small + caches.large)
  try {
    const small = await openStore(fewYear, caches.small, fewSeconds)
    const large = await openStore(manyYear, caches.large, manySeconds)
    const isMany = payments >= many
    const moved = await benchCalls({ small, large }, captureCalls, readCalls, isMany)
    const searches = await benchSearch(large, callsOfOne(calls), isMany)
    const pages = await benchBackOfficePages(large, callsOfOne(calls), isMany)
    const lists = await benchLists(large, callsOfOne(calls), isMany)
    return {
      figures: [...moved.figures, ...lists.figures, ...searches, ...pages],
      loads: [...moved.loads, ...lists.loads],
      remarks: [
        `A round: ${inWords(captureCalls)} captures, ${inWords(readCalls)} reads, ${inWords(lists.calls)} list pages. Of ${sizeOf(small)}, of ${sizeOf(large)}, were written to be captured. Writing the larger one took ${Math.round(large.seedSeconds)} s.`,
        await memoryOf(small, large, caches),
        ...(isMany ? [] : [`The goals are those of a store with ${inWords(many)} payments: here they are none.`]),
      ],
    }
  } finally {
    for (const environment of environments) await environment.close()
    giveBack()
  }
}

async function memoryOf(small: Store, large: Store, caches: ReturnType<typeof cachesMb>): Promise<string> {
  const { readGb, captureGb } = await sizesOf(large.query)
  const areHuge = (await isInHugePages(small.query)) && (await isInHugePages(large.query))
  const gb = (mb: number): string => (mb / 1_024).toFixed(1)
  return `The servers have caches of ${gb(caches.small)} and ${gb(caches.large)} GB in ${areHuge ? 'huge' : 'usual'} pages, filled before. Of the larger store reads touch tables and indexes of ${readGb.toFixed(1)} GB, captures another ${captureGb.toFixed(1)} GB.`
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
