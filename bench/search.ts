import { loadFunnel } from '../src/money/checkout/figures/load-funnel.ts'
import { loadDayFigures } from '../src/money/payments/figures/figures.ts'
import { countFoundQuickly } from '../src/money/payments/search/count-found-quickly.ts'
import { parseFilter } from '../src/money/payments/search/payment-filter.ts'
import { searchPayments } from '../src/money/payments/search/search-payments.ts'
import { loadSearch } from '../src/money/payments/search/searches.ts'
import { daysLater } from '../src/money/plans/local-time.ts'
import type { Store } from './large.ts'
import { phoneAt } from './large-seed.ts'
import { type Call, closedLoop } from './loops.ts'
import { type Figure, tailPercentile } from './measure.ts'
import { cursorAt, dayOf, lastDayOf, totalPayments } from './search-places.ts'

const warmUpCalls = 30
const pageSize = 50

/**
 * Measures the reads of the dashboard's list of payments and of the figures on its first page, in one store, without
 * HTTP, by one client, with each kind of filter. The goals are those of whole pages, which `benchBackOfficePages`
 * measures.
 */
export async function benchSearch(store: Store, calls: number, hasGoals: boolean): Promise<Figure[]> {
  const { name, year } = store
  const measured = async (what: string, goalMs: number, call: Call): Promise<Figure> => {
    await closedLoop(warmUpCalls, 1, call)
    const value = tailPercentile((await closedLoop(calls, 1, call)).latencies, 99)
    return { name: `${what} among ${name}, p99`, unit: 'ms', value, ...(hasGoals ? { goal: { atMost: goalMs } } : {}) }
  }
  const page = (what: string, query: (n: number) => string, isAnywhere = false): Promise<Figure> =>
    measured(`dashboard, ${pageSize} payments, ${what},`, 150, async (n) => {
      const found = await searchPayments(store.app, await searchOf(store, query(n)), {
        limit: pageSize,
        ...(isAnywhere && { cursor: cursorAt(store, n), direction: n % 2 === 0 ? 'older' : 'newer' }),
      })
      if (found.payments.length === 0) throw new Error(`nothing is found by ${query(n)}`)
    })
  const total = (what: string, query: string): Promise<Figure> =>
    measured(`dashboard, exact total, ${what},`, 150, async () => {
      if (!(await countFoundQuickly(store.app, await searchOf(store, query)))) throw new Error(`not soon: ${query}`)
    })
  const period = { from: daysLater(lastDayOf(store), -364), to: lastDayOf(store) }
  const payments = totalPayments(store)
  return [
    await page('first page', () => ''),
    await page('any page', () => '', true),
    await page('any page, by status and day', (n) => `status=captured&${dayOf(store, n)}`),
    await page('any page, of a small store', () => 'merchant_code=demo_plugin', true),
    await page('any page, by amount', () => 'amount__gte=1000&amount__lte=2000', true),
    await page('by a rare amount', () => 'amount__gte=4099'),
    await page('by phone', (n) => `q=${encodeURIComponent(phoneAt(year, n * 7_919))}`),
    await page('by the last digits of a phone', (n) => `q=${phoneAt(year, n * 7_919).slice(-5)}`),
    await page('by e-mail', (n) => `q=buyer${(n * 7_919) % Math.floor(payments / 4)}@`),
    await page('by order', (n) => `q=order-${(n * 104_729) % payments}`),
    await page('by the beginning of an order', (n) => `q=order-${100 + (n % 900)}`),
    await page('by a beginning that all orders have', () => 'q=order-', true),
    await total('by status and store', 'merchant_code=demo_plugin&status=captured'),
    await total('by a beginning that all orders have', 'q=order-'),
    await total('by phone', `q=${encodeURIComponent(phoneAt(year, 7_919))}`),
    await measured('dashboard, the figures of a year of days,', 200, async () => {
      const figures = await loadDayFigures(store.app, store.actor, period)
      await loadFunnel(store.app, store.actor, period, figures)
    }),
  ]
}

function searchOf({ app, actor }: Store, query: string) {
  return loadSearch(app, actor, parseFilter(Object.fromEntries(new URLSearchParams(query))).filter)
}
