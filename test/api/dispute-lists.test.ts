import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { writeDisputes } from '../../testkit/many-disputes.ts'
import { type DisputeShop, openDisputeShop, type WireDispute } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: DisputeShop
const count = 250

before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
  await writeDisputes(service.database, shop.merchantId, count, service.clock.now())
})
after(() => service.close())

async function list(query: string): Promise<{ disputes: WireDispute[]; next_page_token: string }> {
  const answer = await shop.call('GET', `/api/v1/disputes${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** The order numbers of each page. */
async function pages(query: string): Promise<number[][]> {
  const all: number[][] = []
  for (let token = ''; ; ) {
    const page = await list(`?${query}${token === '' ? '' : `&page_token=${token}`}`)
    all.push(page.disputes.map((dispute) => Number(dispute.order_number)))
    token = page.next_page_token
    if (token === '') return all
  }
}

const numbers = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)

const secondsAgo = (seconds: number): string => new Date(service.clock.now() - seconds * 1000).toISOString()

test('disputes are newest first, a hundred per page, and the last page has an empty token', async () => {
  assert.deepEqual(await pages(''), [numbers(1, 100), numbers(101, 200), numbers(201, 250)])
})

test('a full page without a successor is the last one', async () => {
  const from = secondsAgo(199)
  assert.deepEqual(await pages(`created_at_gte=${from}`), [numbers(1, 100), numbers(101, 200)])
})

test('statuses may be repeated, in any order', async () => {
  assert.deepEqual(await pages('statuses=new'), [numbers(10, 250, 10)])
  assert.deepEqual((await pages('statuses=new&statuses=declined')).flat(), numbers(1, 250))
  assert.deepEqual((await pages('statuses=declined&statuses=new&statuses=new')).flat(), numbers(1, 250))
  assert.deepEqual(await pages('statuses=cancelled&statuses=refunded'), [[]])
})

test('the dates are inclusive and accept any offset', async () => {
  const only = await list(`?created_at_gte=${secondsAgo(9)}&created_at_lte=${secondsAgo(4)}`)
  assert.deepEqual(
    only.disputes.map((dispute) => Number(dispute.order_number)),
    numbers(5, 10),
  )
  const shown = only.disputes[0].created_at
  assert.equal((await list(`?created_at_gte=${shown}&created_at_lte=${shown}`)).disputes.length, 1)
  const offset = `${new Date(Date.parse(shown) + 4 * 3_600_000).toISOString().slice(0, 23)}+04:00`
  for (const text of [encodeURIComponent(offset), offset]) {
    assert.equal((await list(`?created_at_gte=${text}&created_at_lte=${text}`)).disputes.length, 1)
  }
  assert.deepEqual((await list('?created_at_gte=2030-01-01')).disputes, [])
  assert.deepEqual((await list('?created_at_lte=2020-01-01')).disputes, [])
})

test('a page keeps its rows while disputes are added', async () => {
  const other = await openDisputeShop(service)
  await writeDisputes(service.database, other.merchantId, count, service.clock.now())
  const page = async (query: string) => (await other.call('GET', `/api/v1/disputes${query}`)).body
  const first = await page('')
  const added = await other.openDispute()
  const second = await page(`?page_token=${first.next_page_token}`)
  assert.deepEqual(
    second.disputes.map((dispute: WireDispute) => Number(dispute.order_number)),
    numbers(101, 200),
  )
  const newest = (await page('')).disputes.slice(0, 2)
  assert.ok(newest.some((dispute: WireDispute) => dispute.id === added.id))
})

test('a token works with filters other than its own', async () => {
  const { next_page_token } = await list('')
  const page = await list(`?statuses=new&page_token=${next_page_token}`)
  assert.equal(page.disputes.length, 15)
  const earlier = await list(`?created_at_lte=${secondsAgo(149)}&page_token=${next_page_token}`)
  assert.equal(earlier.disputes[0].order_number, '150')
})

test('an unknown token, or one of another merchant, is refused', async () => {
  const { next_page_token } = await list('')
  const stranger = await openDisputeShop(service)
  const changed = next_page_token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  const wrong = ['x', '1', '0', 'null', `${next_page_token}A`, next_page_token.slice(0, -1), changed, 'A'.repeat(54)]
  for (const token of wrong) {
    const answer = await shop.call('GET', `/api/v1/disputes?page_token=${token}`)
    assert.deepEqual([token, answer.status, answer.body.error], [token, 400, 'bad_request'])
  }
  const strangers = await stranger.call('GET', `/api/v1/disputes?page_token=${next_page_token}`)
  assert.deepEqual([strangers.status, strangers.body.error], [400, 'bad_request'])
})

test('an invalid status or date is refused; an unknown parameter is not', async () => {
  const wrong = ['statuses=NEW', 'statuses=', 'statuses=new,declined', 'statuses=new&statuses=x', 'created_at_gte=soon']
  const twice = ['created_at_gte=2026-01-01&created_at_gte=2026-01-02', 'page_token=a&page_token=b']
  for (const query of [...wrong, ...twice, 'created_at_gte=', 'created_at_lte=2026-02-30', 'created_at_lte=1']) {
    const answer = await shop.call('GET', `/api/v1/disputes?${query}`)
    assert.deepEqual([query, answer.status, answer.body.error], [query, 400, 'bad_request'])
  }
  assert.equal((await list('?unknown=1&page_token=')).disputes.length, 100)
})

test('another merchant sees none of the disputes', async () => {
  const stranger = await openDisputeShop(service)
  assert.deepEqual((await stranger.call('GET', '/api/v1/disputes')).body, { disputes: [], next_page_token: '' })
})

test('a list shows expired statuses as expired, before any worker has run', async () => {
  const other = await openDisputeShop(service)
  const { id, payment_id } = await other.openDispute({ amount: '10' })
  service.clock.advance(14 * 86_400_000)
  assert.deepEqual((await other.call('GET', '/api/v1/disputes?statuses=new')).body.disputes, [])
  const [listed] = (await other.call('GET', '/api/v1/disputes?statuses=refunded')).body.disputes
  assert.deepEqual([listed.id, listed.days_left], [id, 0])
  assert.equal((await other.call('GET', `/api/v2/payments/${payment_id}`)).body.refunds.length, 1)
})
