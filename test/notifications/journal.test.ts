import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import { retry } from '../../testkit/timeouts.ts'
import { byKind, type JournalEntry, readJournal } from '../support/journal.ts'
import { openNotifyingService } from '../support/notified-shop.ts'

const street = await openNotifyingService({ workers: true, env: { WEBHOOK_RETRY_SECONDS: '1,1' } })
after(() => street.close())
const header = { title: 'X-Shop-Auth', value: 's3cret-header-value' }

async function untilDelivered(shop: Shop, since: string, count: number): Promise<JournalEntry[]> {
  return retry(`${count} attempts`, async () => {
    // The clock stands still, so there are no automatic retries.
    street.service.clock.advance(1_000)
    const found = byKind((await readJournal(shop, { since })).entries, 'delivery')
    return found.length >= count && found
  })
}

test('every attempt of a delivery has an entry, also failed ones, with request and answer', async () => {
  const { shop, merchantId } = await street.newShop({ url: 'http://shop.test/hook', header })
  const id = await shop.createdPayment()
  const { cursor } = await readJournal(shop)
  let attempts = 0
  street.receiver.answer = (_request, response) => {
    attempts += 1
    response.writeHead(attempts === 1 ? 503 : 200).end(attempts === 1 ? 'not now' : 'ok')
  }
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  const deliveries = await untilDelivered(shop, cursor, 2)
  const [received] = street.receiver.received
  assert.deepEqual(
    deliveries.map(({ operation, method, path, status, payment_id, request_id, fault_id }) => [
      ...[operation, method, path, status, payment_id, request_id, fault_id],
    ]),
    [503, 200].map((status) => [
      ...['authorized', 'POST', 'http://shop.test/hook', status, id, received?.headers['webhook-id'], null],
    ]),
  )
  assert.match(
    deliveries[0]?.summary ?? '',
    /^Told the webhook that the payment is authorized; answered 503 after \d+ ms\.$/,
  )
  assert.match(deliveries[1]?.summary ?? '', /is authorized, in attempt 2; answered 200 after/)
  const { entries } = succeed(await shop.call('GET', `/sandbox/journal/${received?.headers['webhook-id']}`)).body
  assert.deepEqual(
    entries.map(({ request, answer }: { request: { body: unknown }; answer: { body: unknown } }) => [
      request.body,
      answer.body,
    ]),
    [
      [received?.body, 'not now'],
      [received?.body, 'ok'],
    ],
  )
  assert.deepEqual(Object.keys(entries[0].request.headers).sort(), [
    ...['content-type', 'webhook-id', 'webhook-sequence', 'webhook-timestamp'],
  ])
  const kept = await street.service.database.query(`select * from journal_entries where merchant_id = '${merchantId}'`)
  assert.ok(!JSON.stringify(kept).includes(header.value))
})

test('an attempt without an answer has an entry with the reason', async () => {
  const { shop } = await street.newShop()
  const id = await shop.createdPayment()
  const { cursor } = await readJournal(shop)
  street.receiver.answer = (_request, response) => void response.destroy()
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  const [delivery] = await untilDelivered(shop, cursor, 1)
  street.receiver.answer = (_request, response) => void response.end('ok')
  assert.equal(delivery?.status, null)
  assert.match(delivery?.summary ?? '', /; no answer \(connection closed\) after \d+ ms\.$/)
})
