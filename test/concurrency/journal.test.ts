import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startServer } from '../../src/entries/server.ts'
import { openMetrics } from '../../src/platform/adapters/metrics.ts'
import type { Answer } from '../../testkit/client.ts'
import { openShop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { type JournalEntry, type JournalPage, readJournal } from '../support/journal.ts'
import { openOtherProcess } from '../support/service.ts'

const api = await openTestApi()
const { service } = api
const { app: other, close: closeOther } = await openOtherProcess(service)
const otherServer = await startServer(other, openMetrics(), 'uae')
after(async () => {
  await otherServer.close()
  await closeOther()
  await api.close()
})

test('readers of two writing processes miss no entry, and all read one order', async () => {
  const merchant = await api.newMerchant()
  const { secret } = merchant.keys.test
  const shops = [service.urls.uae, otherServer.baseUrl].map((url) => openShop(url, secret, { merchantCode: 'main' }))
  const requestIds: string[] = []
  const controller = new AbortController()
  const isWriting = (): boolean => !controller.signal.aborted
  const write = async (index: number): Promise<void> => {
    const shop = shops[index % 2] ?? merchant.test
    for (let call = 0; call < 25; call += 1) {
      const { headers, status } = await (call % 5 === 0
        ? shop.checkout()
        : shop.call('GET', '/api/v2/payments?limit=1'))
      assert.equal(status, 200)
      requestIds.push(headers.get('x-request-id') ?? '')
    }
  }
  // Each reads on from its own cursor, at either process, until all is written and read.
  const read = async (index: number): Promise<JournalEntry[]> => {
    const entries: JournalEntry[] = []
    for (let since: string | undefined, isOver = false; !isOver; ) {
      const wasWriting = isWriting()
      const shop = shops[index % 2] ?? merchant.test
      const page = await readJournal(shop, { wait: 'PT0.05S', ...(since !== undefined && { since }) })
      entries.push(...page.entries)
      since = page.cursor
      isOver = !wasWriting && page.entries.length === 0
    }
    return entries
  }
  const readings = Array.from({ length: 6 }, (_, index) => read(index))
  await Promise.all(Array.from({ length: 16 }, (_, index) => write(index)))
  controller.abort()
  const [first = [], ...others] = await Promise.all(readings)
  for (const entries of others) assert.deepEqual(entries, first)
  const requests = first.filter(({ kind }) => kind === 'request').map(({ request_id }) => request_id)
  assert.deepEqual(requests.toSorted(), requestIds.toSorted())
  assert.equal(first.filter(({ kind }) => kind === 'change').length, 16 * 5)
  const numbers = first.map(({ cursor }) => Number(cursor.split('-')[1]))
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(numbers).size, numbers.length)
})

test('journal: has the entry of an answered call in every process, under concurrent reads', async () => {
  const merchant = await api.newMerchant()
  const { secret } = merchant.keys.test
  const here = openShop(service.urls.uae, secret)
  const there = openShop(otherServer.baseUrl, secret)
  let since = (await readJournal(here)).cursor
  for (let round = 0; round < 30; round += 1) {
    const [caller, reader] = round % 2 === 0 ? [here, there] : [there, here]
    const disturbing = [here, there, here, there].map((shop) => readJournal(shop, { since }))
    const answer: Answer = await caller.call('GET', '/api/v2/payments?limit=1')
    const page: JournalPage = await readJournal(reader, { since })
    assert.deepEqual(
      page.entries.map(({ request_id }) => request_id),
      [answer.headers.get('x-request-id')],
    )
    since = page.cursor
    await Promise.all(disturbing)
  }
})
