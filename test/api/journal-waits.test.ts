import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent, fetch as fetchBy } from 'undici'
import { second } from '../../src/platform/base/times.ts'
import type { JournalEntry as WrittenEntry } from '../../src/rehearsal/journal/entry.ts'
import { waitersOf } from '../../src/rehearsal/journal/waiters.ts'
import { writeJournal } from '../../src/rehearsal/journal/write-journal.ts'
import { retry } from '../../testkit/timeouts.ts'
import { type NewMerchant, openTestApi } from '../support/api.ts'
import { readJournal } from '../support/journal.ts'
import { openOtherProcess, startTestService } from '../support/service.ts'

const api = await openTestApi()
const { service } = api
const { app: other, close: closeOther } = await openOtherProcess(service)
// An aborted call leaves a new connection without a request. The service waits a minute for one before it stops.
const dispatcher = new Agent()
after(async () => {
  await dispatcher.destroy()
  await closeOther()
  await api.close()
})

/** Long enough to fail the test's time limit. */
const long = 'PT60S'
const soonMs = 5 * second

const anEntry = ({ id: merchantId }: NewMerchant, entry: Partial<WrittenEntry> = {}): WrittenEntry => ({
  merchantId,
  isTest: true,
  kind: 'fault',
  at: service.clock.now(),
  operation: null,
  method: null,
  path: null,
  status: null,
  requestId: null,
  referenceId: null,
  paymentId: null,
  faultId: null,
  durationMs: null,
  summary: 'A fault was injected.',
  request: null,
  answer: null,
  ...entry,
})

const waiting = (merchant: NewMerchant): number => waitersOf(service.app).countOf(merchant.id)

const untilWaiting = (merchant: NewMerchant, count: number) =>
  retry(`${count} who wait`, () => waiting(merchant) === count)

async function timed<T>(work: Promise<T>): Promise<{ readonly ms: number; readonly brought: T }> {
  const from = performance.now()
  const brought = await work
  return { ms: performance.now() - from, brought }
}

test('a wait ends at once with a new entry, in this process or another, with its changes', async () => {
  const merchant = await api.newMerchant()
  const writers = {
    here: () => writeJournal(service.app, anEntry(merchant)),
    elsewhere: () => writeJournal(other, anEntry(merchant)),
    call: () => merchant.test.call('GET', '/api/v2/payments'),
    change: () => merchant.test.createdPayment(),
  }
  for (const [name, write] of Object.entries(writers)) {
    const { cursor: since } = await readJournal(merchant.test)
    const reading = timed(readJournal(merchant.test, { since, wait: long }))
    await untilWaiting(merchant, 1)
    await write()
    const { ms, brought } = await reading
    assert.ok(brought.entries.length > 0, name)
    assert.ok(ms < soonMs, `${name}: ${ms} ms`)
  }
})

test('a wait for one payment is not ended by other payments', async () => {
  const merchant = await api.newMerchant()
  const [id, another] = [await merchant.test.createdPayment(), await merchant.test.createdPayment()]
  const { cursor: since } = await readJournal(merchant.test)
  const reading = readJournal(merchant.test, { since, wait: long, payment_id: id })
  await untilWaiting(merchant, 1)
  for (const paymentId of [another, id]) await writeJournal(service.app, anEntry(merchant, { paymentId }))
  const { entries } = await reading
  assert.deepEqual(
    entries.map(({ payment_id }) => payment_id),
    [id],
  )
})

test('a wait without new entries ends empty, and the next one continues from there', async () => {
  const merchant = await api.newMerchant()
  const { cursor } = await readJournal(merchant.test)
  const { ms, brought } = await timed(readJournal(merchant.test, { since: cursor, wait: 'PT0.3S' }))
  assert.deepEqual(brought, { entries: [], cursor })
  assert.ok(ms >= 290, `${ms} ms`)
  assert.deepEqual(await readJournal(merchant.test, { wait: 'PT0S' }), { entries: [], cursor })
})

test('an aborted wait ends', async () => {
  const merchant = await api.newMerchant()
  const client = new AbortController()
  const address = `${merchant.test.baseUrl}/sandbox/journal?wait=${long}`
  const headers = { authorization: `Bearer ${merchant.test.key}` }
  const reading = fetchBy(address, { headers, signal: client.signal, dispatcher })
  await untilWaiting(merchant, 1)
  client.abort()
  await assert.rejects(reading, { name: 'AbortError' })
  await untilWaiting(merchant, 0)
})

test('journal: the number of waiting readers of a merchant is limited', async () => {
  const merchant = await api.newMerchant()
  const client = new AbortController()
  const address = `${merchant.test.baseUrl}/sandbox/journal?wait=${long}`
  const headers = { authorization: `Bearer ${merchant.test.key}` }
  const readings = Array.from({ length: 20 }, () => fetchBy(address, { headers, signal: client.signal, dispatcher }))
  await untilWaiting(merchant, 20)
  const refused = await merchant.test.call('GET', `/sandbox/journal?wait=${long}`)
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1'])
  const stranger = await api.newMerchant()
  assert.deepEqual((await readJournal(stranger.test, { wait: 'PT0.01S' })).entries, [])
  client.abort()
  await Promise.allSettled(readings)
  await untilWaiting(merchant, 0)
})

test('a stopping service ends all waits with the entries so far', async () => {
  const stopping = await startTestService()
  const shop = api.open('sk_test_11111111-1111-4111-8111-111111111111')
  const address = `${stopping.urls.uae}/sandbox/journal?wait=${long}`
  const reading = timed(fetch(address, { headers: { authorization: `Bearer ${shop.key}` } }))
  await retry('somebody who waits', () => waitersOf(stopping.app).count === 1)
  const closing = stopping.close()
  const { ms, brought } = await reading
  assert.deepEqual([brought.status, ((await brought.json()) as { entries: unknown[] }).entries], [200, []])
  assert.ok(ms < soonMs, `${ms} ms`)
  await closing
})
