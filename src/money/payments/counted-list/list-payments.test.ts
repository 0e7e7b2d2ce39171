import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { announcePayments, writePayments } from '../../../../test/support/many-payments.ts'
import { startTestService, type TestService } from '../../../../test/support/service.ts'
import { day, minute, second } from '../../../platform/base/times.ts'
import { type Actor, callerFrom } from '../../../platform/merchants/caller.ts'
import { findKeyHolder } from '../../../platform/merchants/keys/find-key-holder.ts'
import type { ListedAs } from '../payment.ts'
import { defaultFilter, listFilters } from './list-filter.ts'
import { type ListRequest, listPayments } from './list-payments.ts'
import { checkCounts, countPaymentChanges, recountAllPayments } from './payment-counts.ts'

const newestAt = Date.parse('2026-02-20T13:37:11Z')
const count = 3_000
const secondsApart = 700

let service: TestService
let actor: Actor
before(async () => {
  service = await startTestService()
  const holder = await findKeyHolder(service.app, 'sk_test_11111111-1111-4111-8111-111111111111')
  assert.ok(typeof holder !== 'string')
  const [store] = holder.stores
  actor = callerFrom(holder, '')
  await writePayments(service.database, { ...actor, storeId: store?.id ?? '', count, newestAt, secondsApart })
  await announcePayments(service.database, actor.merchantId)
})
after(() => service.close())

/** The expected page, computed from the rows without counts. */
async function expected({ kinds, createdFrom, createdTo, limit, offset }: ListRequest) {
  const matches = `from payments where merchant_id = '${actor.merchantId}' and is_test and listed_as in ('${kinds.join("','")}')
    and created_at between '${new Date(createdFrom ?? 0).toISOString()}' and '${new Date(createdTo ?? 4e12).toISOString()}'`
  const rows = await service.database.query(
    `select id ${matches} order by created_at desc, id desc limit ${limit} offset ${offset}`,
  )
  const [total] = await service.database.query(`select count(*)::int as total ${matches}`)
  return { ids: rows.map(({ id }) => id), totalCount: total?.['total'] }
}

async function assertListed(request: ListRequest): Promise<void> {
  const page = await listPayments(service.app, actor, request, ({ id }) => id)
  const listed = { ids: page.payments, totalCount: page.totalCount }
  assert.deepEqual(listed, await expected(request))
}

const kinds = fc.constantFrom<readonly ListedAs[]>(defaultFilter, ...Object.values(listFilters))
const oldestAt = newestAt - count * secondsApart * second
// Whole days, quarters of an hour, and instants beside them.
const bound = fc.oneof(
  fc.constant(null),
  fc.integer({ min: oldestAt - day, max: newestAt + day }),
  fc.integer({ min: Math.floor(oldestAt / day), max: Math.ceil(newestAt / day) }).map((days) => days * day),
  fc.integer({ min: 0, max: 200 }).map((quarters) => Math.floor(newestAt / day) * day - quarters * 15 * minute),
)
const requests = fc.record({
  kinds,
  createdFrom: bound,
  createdTo: bound,
  limit: fc.integer({ min: 1, max: 20 }),
  offset: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: count + 10 })),
})

for (const [when, prepare] of [
  ['before anything is counted', async () => undefined],
  ['when everything is counted', async () => void (await countPaymentChanges(service.app))],
  ['when a part is counted', tamperWithSome],
  ['when everything was counted anew', () => recountAllPayments(service.app)],
] as const) {
  test(`a page and its total are those of the rows themselves ${when}`, async () => {
    await prepare()
    assert.deepEqual(await checkCounts(service.app, 10), [])
    await fc.assert(fc.asyncProperty(requests, assertListed), { numRuns: 80 })
  })
}

// Changes the row, and adds the uncounted change, as the saving statements do.
async function tamperWithSome(): Promise<void> {
  await service.database.query(
    `with changed as (
       update payments set status = 'CLOSED', captured_minor = 100
       where merchant_id = '${actor.merchantId}' and listed_as = 'authorized' and order_reference::int % 3 = 0
       returning merchant_id, is_test, store_id, currency, created_at, listed_as
     )
     insert into payment_count_changes (merchant_id, is_test, store_id, currency, created_at, listed_before, listed_as)
     select merchant_id, is_test, store_id, currency, created_at, 'authorized', listed_as from changed`,
  )
}

test('lists stay exact while other processes count at the same time', async () => {
  const request = { kinds: defaultFilter, createdFrom: null, createdTo: null, limit: 1, offset: 2_000 }
  const { totalCount } = await expected(request)
  await announceAndTakeBack()
  const counting = Array.from({ length: 10 }, () => countPaymentChanges(service.app))
  const pages = await Promise.all(
    Array.from({ length: 40 }, () => listPayments(service.app, actor, request, ({ id }) => id)),
  )
  await Promise.all(counting)
  assert.deepEqual(new Set(pages.map((page) => page.totalCount)), new Set([totalCount]))
  assert.deepEqual(await checkCounts(service.app, 10), [])
})

// Each payment changes and changes back, so that counting has work and the numbers stay.
async function announceAndTakeBack(): Promise<void> {
  const payments = `from payments where merchant_id = '${actor.merchantId}'`
  await service.database.query(
    `insert into payment_count_changes (merchant_id, is_test, store_id, currency, created_at, listed_before, listed_as)
     select merchant_id, is_test, store_id, currency, created_at, listed_as, 'created' ${payments}
     union all select merchant_id, is_test, store_id, currency, created_at, 'created', listed_as ${payments}`,
  )
}
