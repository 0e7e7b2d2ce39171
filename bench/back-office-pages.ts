import { type BackOfficeVisitor, signInAt } from '../testkit/back-office-visitor.ts'
import type { Store } from './large.ts'
import { phoneAt } from './large-seed.ts'
import { closedLoop } from './loops.ts'
import { type Figure, tailPercentile } from './measure.ts'
import { cursorAt, dayOf, totalPayments } from './search-places.ts'

const warmUpCalls = 30
const listGoalMs = 150
const homeGoalMs = 200

/**
 * Measures dashboard pages over HTTP by one signed-in client: the first page over a year of days, and the list of
 * payments with its total. Rows and pages are of the test mode; live mode has the same.
 */
export async function benchBackOfficePages(store: Store, calls: number, hasGoals: boolean): Promise<Figure[]> {
  const visitor = await signInAt(store.baseUrl, 'admin@demo.test')
  const { name, year } = store
  const measured = async (what: string, goalMs: number, pathOf: (n: number) => string): Promise<Figure> => {
    const call = (n: number): Promise<void> => openPage(visitor, `/dashboard/test${pathOf(n)}`)
    await closedLoop(warmUpCalls, 1, call)
    const value = tailPercentile((await closedLoop(calls, 1, call)).latencies, 99)
    const goal = hasGoals ? { goal: { atMost: goalMs } } : {}
    return { name: `page of the dashboard, ${what} among ${name}, over HTTP, p99`, unit: 'ms', value, ...goal }
  }
  const list = (what: string, queryOf: (n: number) => string): Promise<Figure> =>
    measured(`payments, ${what},`, listGoalMs, (n) => `/payments?${queryOf(n)}`)
  return [
    await measured('home, a year of days,', homeGoalMs, () => '?period=year'),
    await list('first page', () => ''),
    await list('any page', (n) => `older=${cursorAt(store, n)}`),
    await list('any page, by status and day', (n) => `status=captured&${dayOf(store, n)}`),
    await list('any page, of a small store', (n) => `merchant_code=demo_plugin&older=${cursorAt(store, n)}`),
    await list('any page, by amount', (n) => `amount__gte=1000&amount__lte=2000&older=${cursorAt(store, n)}`),
    await list('by phone', (n) => `q=${encodeURIComponent(phoneAt(year, n * 7_919))}`),
    await list('by order', (n) => `q=order-${(n * 104_729) % totalPayments(store)}`),
    await list('by a beginning that all orders have', (n) => `q=order-&older=${cursorAt(store, n)}`),
  ]
}

async function openPage(visitor: BackOfficeVisitor, path: string): Promise<void> {
  const { status } = await visitor.get(path)
  if (status !== 200) throw new Error(`${path} answered ${status}`)
}
