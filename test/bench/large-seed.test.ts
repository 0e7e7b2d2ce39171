import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createdSecond, idAt, numberToCapture, phoneAt, writeYear, type Year } from '../../bench/large-seed.ts'
import { listWords, randomPages } from '../../bench/list-requests.ts'
import { defaultFilter, listFilters } from '../../src/money/payments/counted-list/list-filter.ts'
import { listPayments } from '../../src/money/payments/counted-list/list-payments.ts'
import { recountAllPayments } from '../../src/money/payments/counted-list/payment-counts.ts'
import { getPayment } from '../../src/money/payments/get-payment.ts'
import { checkIntegrity } from '../../src/money/payments/integrity/check-integrity.ts'
import { checkSearch } from '../../src/money/payments/integrity/check-search.ts'
import { noFilter } from '../../src/money/payments/search/payment-filter.ts'
import { searchPayments } from '../../src/money/payments/search/search-payments.ts'
import { loadSearch } from '../../src/money/payments/search/searches.ts'
import { type Actor, callerFrom } from '../../src/platform/merchants/caller.ts'
import { findKeyHolder } from '../../src/platform/merchants/keys/find-key-holder.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let actor: Actor
const year: Year = { payments: 1_000, toCapture: 70, endSecond: Date.parse('2026-03-01T00:00:00Z') / 1_000 }
const indexesQuery = `select indexdef from pg_indexes where schemaname = 'public' order by indexdef`
let indexesBefore: unknown

before(async () => {
  service = await startTestService()
  const holder = await findKeyHolder(service.app, 'sk_test_11111111-1111-4111-8111-111111111111')
  assert.ok(typeof holder !== 'string')
  actor = callerFrom(holder, 'bench')
  indexesBefore = await service.database.query(indexesQuery)
  await writeYear(service.database.query, year)
  await recountAllPayments(service.app)
})
after(() => service.close())

test('generated year: the doctor finds nothing wrong with any payment', async () => {
  let checked = 0
  for await (const progress of checkIntegrity(service.app)) {
    assert.deepEqual(progress.findings, [])
    checked += progress.checked
  }
  assert.equal(checked, 1_070)
  for await (const progress of checkSearch(service.app)) assert.deepEqual(progress.findings, [])
})

test('generated year: each customer is found by phone, with all purchases', async () => {
  const bought = async (customer: number): Promise<number> => {
    const filter = { ...noFilter, q: phoneAt(year, customer) }
    return (await searchPayments(service.app, await loadSearch(service.app, actor, filter), { limit: 10 })).payments
      .length
  }
  for (const customer of [0, 1, 133, 266]) assert.ok([3, 4, 5].includes(await bought(customer)))
})

test('generated year: the indexes are those of the migrations', async () => {
  assert.deepEqual(await service.database.query(indexesQuery), indexesBefore)
})

test('generated year: payments have the places of their numbers, and those to capture are authorized', async () => {
  for (const n of [0, 1, 500, 1_069]) {
    const payment = await getPayment(service.app, actor, idAt(year, n))
    assert.equal(payment.createdAt, createdSecond(year, n) * 1_000)
  }
  const numbers = Array.from({ length: year.toCapture }, (_, k) => numberToCapture(year, k))
  assert.equal(new Set(numbers).size, year.toCapture)
  for (const n of numbers) assert.equal((await getPayment(service.app, actor, idAt(year, n))).status, 'AUTHORIZED')
})

test('generated year: a list counts it by every word, after counting', async () => {
  await recountAllPayments(service.app)
  const totals = new Map<string | undefined, number>()
  for (const word of listWords) {
    const kinds = word === undefined ? defaultFilter : (listFilters[word] ?? defaultFilter)
    const request = { kinds, createdFrom: null, createdTo: null, limit: 20, offset: 0 }
    totals.set(word, (await listPayments(service.app, actor, request, ({ id }) => id)).totalCount)
  }
  const count = (word?: string): number => totals.get(word) ?? 0
  assert.equal(count(), count('authorized') + count('closed'))
  assert.equal(count('closed'), count('captured') + count('refunded') + count('cancelled'))
  // Of a hundred 85, 5, 4 and 2; payments to capture have replaced some of the others.
  const shares = ['captured', 'refunded', 'cancelled', 'rejected'].map((word) => count(word) / 1_070)
  for (const [index, share] of [0.85, 0.05, 0.04, 0.02].entries()) {
    assert.ok(Math.abs((shares[index] ?? 0) - share * (1_000 / 1_070)) < 0.01, `${shares}`)
  }
  const range = { from: createdSecond(year, 0), to: year.endSecond }
  for (const { word, from, to, offset } of randomPages(64, totals, range)) {
    assert.ok(offset >= 0 && offset < Math.max(1, count(word)))
    assert.ok((from ?? range.from) >= range.from && (to ?? range.to) <= range.to)
  }
})
