import { recountAllPayments } from '../src/money/payments/counted-list/payment-counts.ts'
import { type BackOfficeVisitor, signInAt } from '../testkit/back-office-visitor.ts'
import type { Query } from '../testkit/query.ts'
import { phoneAt, writeYear, type Year } from './large-seed.ts'
import { closedLoop } from './loops.ts'
import { type Figure, median } from './measure.ts'
import { cursorOf } from './search-places.ts'
import type { TestEnvironment } from './test-environment.ts'

const payments = 100_000
const toCapture = 3_000
const warmUpCalls = 10
const calls = 60
const goalMs = 100

/**
 * Measures pages of the dashboard's list at a merchant with 100,000 payments, over HTTP by one client: each tab, each
 * kind of search, the first page and pages anywhere. The limit is a page with the same frame and without a list.
 */
export async function benchFindPayments(environment: TestEnvironment): Promise<Figure[]> {
  const { query, app, serve } = environment
  const year = { payments: payments - toCapture, toCapture, endSecond: Math.floor(Date.now() / 1_000) }
  await writeYear(query, year)
  await writeSubsets(query)
  await recountAllPayments(app)
  const { baseUrl } = await serve()
  const visitor = await signInAt(baseUrl, 'admin@demo.test')
  const bare = await latencies(visitor, () => '/dashboard/me')
  const figures: Figure[] = []
  for (const [what, queryOf] of pagesOf(year)) {
    const page = await latencies(visitor, (n) => `/dashboard/test/payments?${queryOf(n)}`)
    const name = `payments, ${what}, among ${payments.toLocaleString('en')} of a merchant`
    const limit = { name: 'a page without a list', value: median(bare) }
    figures.push({ name: `${name}, p50`, unit: 'ms', value: median(page), limit, goal: { atMost: goalMs } })
  }
  return figures
}

function pagesOf(year: Year): readonly (readonly [what: string, queryOf: (n: number) => string])[] {
  const anywhere = (n: number): string => `older=${cursorOf(year, n)}`
  const tabs = ['authorized', 'disputed', 'with_refunds', 'overdue'] as const
  return [
    ['first page', () => ''],
    ['any page', anywhere],
    ...tabs.map((tab) => [`tab ${tab}, first page`, () => `status=${tab}`] as const),
    ...tabs.map((tab) => [`tab ${tab}, any page`, (n: number) => `status=${tab}&${anywhere(n)}`] as const),
    ['by phone', (n) => `q=${encodeURIComponent(phoneAt(year, n * 7_919))}`],
    ['by the last digits of a phone', (n) => `q=${phoneAt(year, n * 7_919).slice(-5)}`],
    ['by order number', (n) => `q=order-${(n * 104_729) % payments}`],
    ['by the beginning of an order number', (n) => `q=order-${100 + (n % 900)}`],
    ['by a beginning that all orders have', () => 'q=order-'],
    ['by e-mail', (n) => `q=buyer${(n * 7_919) % (payments / 4)}@`],
    ['by amount', (n) => `q=${(4 * (2_500 + ((n * 104_729) % 100_000))) / 100}`],
    ['by an amount that 3,000 have', () => 'q=AED+340'],
    ['by phone in a tab', (n) => `status=with_refunds&q=${encodeURIComponent(phoneAt(year, n * 7_919))}`],
    ['by amounts in a tab', () => 'status=with_refunds&amount__gte=1000&amount__lte=2000'],
  ]
}

async function latencies(visitor: BackOfficeVisitor, pathOf: (n: number) => string): Promise<readonly number[]> {
  const call = async (n: number): Promise<void> => {
    const path = pathOf(n)
    const { status } = await visitor.get(path)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
  await closedLoop(warmUpCalls, 1, call)
  return (await closedLoop(calls, 1, call)).latencies
}

/** Of a hundred captured payments one is disputed and two are overdue. */
async function writeSubsets(query: Query): Promise<void> {
  const captured = `status = 'CLOSED' and captured_minor > 0 and refunded_minor = 0`
  await query(`update payments set dispute_id = id where ${captured} and hashtext(id::text) % 100 = 0`)
  await query(
    `insert into collections (merchant_id, id, is_test, version, phone, currency, lang, authorized_at, card_token, card_brand,
       card_last_four, card_expiry_month, card_expiry_year, card_since, network_reference, is_failing)
     select merchant_id, id, is_test, 1, '', currency, 'en', created_at, '', '', '1111', 1, 2040, created_at, '',
       hashtext(id::text) % 50 = 0
     from payments where ${captured}`,
  )
  await query('vacuum analyze')
}
