import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { amounts, count, newestAt, writeRandomPayments } from '../../../../test/support/random-payments.ts'
import { startTestService, type TestService } from '../../../../test/support/service.ts'
import { demoKey } from '../../../../testkit/shop.ts'
import { isCurrency } from '../../../platform/base/markets.ts'
import { day, minute, second } from '../../../platform/base/times.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import { findKeyHolder } from '../../../platform/merchants/keys/find-key-holder.ts'
import { overdueSubset } from '../../collections/overdue-subset.ts'
import { checkCounts, countPaymentChanges, recountAllPayments } from '../counted-list/payment-counts.ts'
import { checkSearch } from '../integrity/check-search.ts'
import { countFoundPayments } from './count-found-payments.ts'
import { countFoundQuickly } from './count-found-quickly.ts'
import { countFoundWithin } from './count-found-within.ts'
import { ownSubsets } from './own-subsets.ts'
import { createdRange, kindsOf, noFilter, type PaymentFilter, statusWords, subsetOf } from './payment-filter.ts'
import { fillGap } from './search-index.ts'
import { searchPayments } from './search-payments.ts'
import { guess, isGuessed, termsOf, thousandthsOf } from './search-terms.ts'
import { loadSearch } from './searches.ts'
import { type SearchLimits, usualSearchLimits, walkPayments } from './walk.ts'

const subsets = { ...ownSubsets, overdue: overdueSubset }

let service: TestService
let who: MerchantMode
before(async () => {
  service = await startTestService()
  const holder = await findKeyHolder(service.app, demoKey(1))
  assert.ok(typeof holder !== 'string')
  who = { merchantId: holder.merchantId, isTest: true }
  const stores = holder.stores.filter(({ merchantCode }) => merchantCode !== 'demo_plugin')
  await writeRandomPayments(service, who, stores)
})
after(() => service.close())

/** Returns the ids of the filter's payments, newest first, computed from the rows. */
async function meant(filter: PaymentFilter): Promise<string[]> {
  const rows = await service.database.query(
    `select payment.id, listed_as, merchant_code, payment.currency, amount_minor::text, order_reference,
       extract(epoch from payment.created_at) * 1000 as at, refunded_minor > 0 as with_refunds, dispute_id is not null as disputed,
       exists (select from collections where id = payment.id and is_failing) as overdue, body->'buyer'->>'phone' as phone, body->'buyer'->>'email' as email
     from payments as payment join payment_orders on payment_id = payment.id join stores as store on store.id = store_id
     where payment.merchant_id = '${who.merchantId}' and is_test order by payment.created_at desc, payment.id desc`,
  )
  const guessed = filter.q === undefined ? undefined : guess(filter.q, ['AE', 'KW'])
  const subset = subsetOf(filter)
  const { createdFrom, createdTo } = createdRange(filter, filter.merchantCode === 'demo_kw' ? 'KWD' : 'AED')
  const isMeant = ({ id, listed_as, merchant_code, currency, ...row }: Record<string, string>): boolean => {
    assert.ok(currency !== undefined && isCurrency(currency))
    const [amountMinor, at] = [BigInt(row['amount_minor'] ?? 0), Number(row['at'])]
    const thousandths = thousandthsOf(amountMinor, currency)
    const { order_reference: orderReference = '', phone: buyerPhone = '', email: buyerEmail = '' } = row
    const terms = termsOf({ orderReference, currency, amountMinor, buyerEmail, buyerPhone })
    return (
      (subset === undefined || String(row[subset]) === 'true') &&
      (kindsOf(filter) as readonly (string | undefined)[]).includes(listed_as) &&
      (filter.merchantCode === undefined || filter.merchantCode === merchant_code) &&
      at >= (createdFrom ?? at) &&
      at <= (createdTo ?? at) &&
      thousandths >= (filter.amountFrom ?? 0n) &&
      thousandths <= (filter.amountTo ?? thousandths) &&
      (guessed === undefined || id === guessed.id || isGuessed(guessed, terms))
    )
  }
  return (rows as Record<string, string>[]).filter(isMeant).map(({ id = '' }) => id)
}

const oldestAt = newestAt - Math.floor((count * count) / 3) * second
const option = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })
const time = option(
  fc.oneof(
    fc.integer({ min: oldestAt - day, max: newestAt + day }).map((at) => ({ at })),
    fc
      .integer({ min: 0, max: 4 })
      .map((days) => ({ date: new Date(newestAt - days * day).toISOString().slice(0, 10) })),
    fc
      .integer({ min: 0, max: 400 })
      .map((quarters) => ({ at: Math.floor(newestAt / day) * day - quarters * 15 * minute })),
  ),
)
const amount = option(
  fc.constantFrom(...amounts.flatMap((minor) => [BigInt(minor), BigInt(minor) * 10n, BigInt(minor) * 10n + 1n])),
)
const typed = [
  'a',
  'a-1',
  'A-12',
  'A',
  'ab',
  'a@b',
  '0501234567',
  '4567',
  '+965 5123 4567',
  '971501234567',
  'sara@',
  'omar@example.com',
  'nothing',
  '100',
  'KWD 10',
]
const filters: fc.Arbitrary<PaymentFilter> = fc.record({
  status: fc.constantFrom(undefined, ...Object.keys(statusWords)),
  createdFrom: time,
  createdTo: time,
  merchantCode: fc.constantFrom(undefined, undefined, 'demo_ae', 'demo_kw', 'demo_plugin'),
  amountFrom: amount,
  amountTo: amount,
  q: option(fc.constantFrom(...typed)),
})
// With any limits of a walk, the same payments are found.
const limits: fc.Arbitrary<SearchLimits> = fc.constantFrom(
  usualSearchLimits,
  { manyTerms: 40, maxWalked: 30, maxListed: 25, maxSlice: 7 },
  { manyTerms: 1, maxWalked: 1_000_000, maxListed: 9, maxSlice: 20 },
  { manyTerms: 1, maxWalked: 0, maxListed: 50, maxSlice: 3 },
)

async function assertFound(filter: PaymentFilter, limit: number, searchLimits: SearchLimits): Promise<void> {
  const expected = await meant(filter)
  const pages: string[][] = []
  const search = await loadSearch(service.app, who, filter, subsets)
  const page = (cursor: string | undefined, direction: 'older' | 'newer') =>
    searchPayments(service.app, search, { cursor, direction, limit }, searchLimits)
  let last = await page(undefined, 'older')
  assert.equal(last.newer, undefined)
  for (;;) {
    pages.push(last.payments.map(({ id }) => id))
    if (last.older === undefined) break
    last = await page(last.older, 'older')
  }
  assert.deepEqual(pages.flat(), expected)
  assert.ok(pages.slice(0, -1).every(({ length }) => length === limit))
  for (const earlier of pages.slice(0, -1).reverse()) {
    last = await page(last.newer, 'newer')
    assert.deepEqual(
      last.payments.map(({ id }) => id),
      earlier,
    )
  }
  assert.equal(last.newer, undefined)
  assert.deepEqual(await countFoundWithin(service.app, search), { count: expected.length, isExact: true })
  if (search.subset !== undefined) return
  for (const countLimits of [undefined, { maxLookedAt: 40, maxPassed: 100 }]) {
    assert.equal(await countFoundPayments(service.app, search, countLimits), expected.length)
    const soon = await countFoundQuickly(service.app, search, countLimits)
    assert.ok(soon === expected.length || (soon === undefined && countLimits !== undefined))
  }
}

const searches = fc.tuple(filters, fc.integer({ min: 20, max: 400 }), limits)

test('a search reports incomplete search terms while they are being written, and not afterwards', async () => {
  const filter: PaymentFilter = { ...noFilter, q: 'nothing' }
  const isPartial = async () => (await loadSearch(service.app, who, filter)).isPartial
  assert.ok(await isPartial())
  assert.ok((await fillGap(service.app)) > 0)
  assert.ok(await isPartial())
  while ((await fillGap(service.app)) > 0);
  assert.equal(await isPartial(), false)
  for await (const { findings } of checkSearch(service.app)) assert.deepEqual(findings, [])
})

for (const [when, prepare] of [
  ['before anything is counted', async () => undefined],
  ['when everything is counted', async () => void (await countPaymentChanges(service.app))],
  ['when a part is counted', closeSome],
  ['when everything was counted anew', () => recountAllPayments(service.app)],
] as const) {
  test(`every filter finds exactly its payments, page by page in both directions, and counts them, ${when}`, async () => {
    await prepare()
    assert.deepEqual(await checkCounts(service.app, 10), [])
    await fc.assert(
      fc.asyncProperty(searches, ([filter, limit, searchLimits]) => assertFound(filter, limit, searchLimits)),
      { numRuns: 60 },
    )
  })
}

// Changes the row, and adds the uncounted change, as the saving statements do.
async function closeSome(): Promise<void> {
  await service.database.query(
    `with changed as (
       update payments set status = 'CLOSED', captured_minor = 100
       where merchant_id = '${who.merchantId}' and listed_as = 'authorized' and amount_minor = 10000
       returning merchant_id, is_test, store_id, currency, created_at, listed_as
     )
     insert into payment_count_changes (merchant_id, is_test, store_id, currency, created_at, listed_before, listed_as)
     select merchant_id, is_test, store_id, currency, created_at, 'authorized', listed_as from changed`,
  )
}

test('a walk yields each payment of the filter once, in batches of any size', async () => {
  const walk = async (filter: PaymentFilter, searchLimits: SearchLimits, pieceSize: number): Promise<void> => {
    const search = await loadSearch(service.app, who, filter, subsets)
    const walked: string[] = []
    for await (const payments of walkPayments(service.app, search, { pieceSize, limits: searchLimits })) {
      walked.push(...payments.map(({ id }) => id))
    }
    assert.deepEqual(walked, await meant(filter))
  }
  await walk({ ...noFilter, status: 'all' }, usualSearchLimits, 1_000)
  await fc.assert(
    fc.asyncProperty(searches, ([filter, pieceSize, searchLimits]) => walk(filter, searchLimits, pieceSize)),
    { numRuns: 40 },
  )
})
