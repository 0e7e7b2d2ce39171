import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { day, formatMilliseconds, minute } from '../../src/platform/base/times.ts'
import { removeJournal, removeOldEntries, removeSurplusEntries } from '../../src/rehearsal/journal/removal.ts'
import type { Shop } from '../../testkit/shop.ts'
import { assertRefused, type NewMerchant, openTestApi } from '../support/api.ts'
import { readJournal } from '../support/journal.ts'

const api = await openTestApi()
after(() => api.close())
const { app, database, clock } = api.service

/** Adds `count` journal entries, one second apart. */
async function fill({ id }: NewMerchant, count: number, { from = clock.now(), isTest = true } = {}): Promise<void> {
  await database.query(
    `insert into journal_entries (merchant_id, is_test, kind, at, operation, summary)
     select '${id}', ${isTest}, 'request', '${formatMilliseconds(from)}'::timestamptz + place * interval '1 second',
       'place ' || place, 'Something happened.'
     from generate_series(1, ${count}) as place`,
  )
}

async function removeAll(max?: number): Promise<void> {
  for (let removed = 1; removed > 0; ) removed = await removeOldEntries(app)
  for (let removed = 1; removed > 0; ) removed = await removeSurplusEntries(app, max)
}

const countOf = async ({ id }: NewMerchant): Promise<number> =>
  Number((await database.query(`select count(*) from journal_entries where merchant_id = '${id}'`))[0]?.['count'])

const placesOf = async (shop: Shop) => (await readJournal(shop)).entries.map(({ operation }) => operation)

test('entries older than a week are removed, and no younger ones', async () => {
  const merchant = await api.newMerchant()
  await fill(merchant, 1, { from: clock.now() - 7 * day - minute })
  await fill(merchant, 1, { from: clock.now() - 7 * day + minute })
  await removeAll()
  assert.equal(await countOf(merchant), 1)
})

test('the newest 100,000 entries of a merchant stay, independent of other merchants', async () => {
  const [full, other] = [await api.newMerchant(), await api.newMerchant()]
  await fill(full, 60_000)
  await fill(full, 48_000, { isTest: false })
  await fill(other, 100)
  await removeAll()
  assert.deepEqual([await countOf(full), await countOf(other)], [100_000, 100])
  assert.equal((await placesOf(full.test))[0], 'place 8001')
  assert.equal((await placesOf(full.live))[0], 'place 1')
})

test('a cursor before the removed entries is unknown; one after them works', async () => {
  const merchant = await api.newMerchant()
  await fill(merchant, 10)
  const { entries } = await readJournal(merchant.test)
  await removeAll(6)
  const since = (index: number): string => `/sandbox/journal?since=${entries[index]?.cursor}`
  for (const index of [0, 2]) assertRefused(await merchant.test.call('GET', since(index)), 400, 'unknown cursor')
  for (const [index, left] of [
    [3, 6],
    [9, 0],
  ] as const)
    assert.equal((await merchant.test.call('GET', since(index))).body.entries.length, left)
})

test('journal: a reader whose next entry was removed receives an error', async () => {
  const merchant = await api.newMerchant()
  await fill(merchant, 3)
  const { cursor } = await readJournal(merchant.test)
  await fill(merchant, 5)
  await removeAll(2)
  assertRefused(await merchant.test.call('GET', `/sandbox/journal?since=${cursor}`), 400, 'unknown cursor')
  const { entries, cursor: next } = await readJournal(merchant.test)
  assert.deepEqual(
    entries.map(({ operation }) => operation),
    ['place 4', 'place 5'],
  )
  assert.deepEqual((await readJournal(merchant.test, { since: next })).entries, [])
})

test('a cleared journal is empty, knows no earlier cursor, and leaves the other mode alone', async () => {
  const merchant = await api.newMerchant()
  await fill(merchant, 3)
  await fill(merchant, 2, { isTest: false })
  const { cursor } = await readJournal(merchant.test)
  await app.db.transaction((tx) => removeJournal(tx, merchant.id, true))
  assertRefused(await merchant.test.call('GET', `/sandbox/journal?since=${cursor}`), 400, 'unknown cursor')
  assert.deepEqual((await readJournal(merchant.test)).entries, [])
  assert.equal((await readJournal(merchant.live)).entries.length, 2)
})
