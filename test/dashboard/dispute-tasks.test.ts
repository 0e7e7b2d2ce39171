import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, hour } from '../../src/platform/base/times.ts'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.close())

const base = '/dashboard/live/disputes'
const signIn = ({ merchantId }: DisputeShop): Promise<BackOfficeVisitor> =>
  signInAt(service.urls.uae, `admin@${merchantId.slice(-12)}.test`)

const challenge = async (shop: DisputeShop, id: string): Promise<void> => {
  const request = { dispute_id: id, description: 'It arrived', reason: 'merchant_reason_other' }
  succeed(await shop.call('POST', '/api/v1/disputes/challenge', request))
}

/** The ids of a page of the list in their order, and the address of the next page. */
async function pageAt(visitor: BackOfficeVisitor, path: string) {
  const { status, text } = await visitor.get(path)
  assert.equal(status, 200)
  const [, next] = /rel="next" href="([^"]+)"/.exec(text) ?? []
  const ids = [...text.matchAll(/<a href="\/dashboard\/live\/disputes\/([0-9a-f-]{36})" class="row-link"/g)]
  return { ids: ids.map(([, id = '']) => id), next: next?.replaceAll('&amp;', '&'), text }
}

test('the list: waiting ones by time left, then open ones oldest first, then ended ones newest first', async () => {
  const shop = await openDisputeShop(service)
  const open = async (): Promise<string> => (await shop.openDispute()).id
  const [ended, requested, review, customer] = [await open(), await open(), await open(), await open()]
  succeed(await shop.act(ended, 'withdraw'))
  for (const id of [requested, review, customer]) await challenge(shop, id)
  succeed(await shop.act(customer, 'request-evidence', { from: 'customer' }))
  service.clock.advance(hour)
  const [newEnded, early] = [await open(), await open()]
  succeed(await shop.act(newEnded, 'withdraw'))
  service.clock.advance(day)
  // It is older than others, but its time begins with the request.
  succeed(await shop.act(requested, 'request-evidence', { from: 'merchant' }))
  service.clock.advance(11 * day + 5 * hour)
  const late = await open()
  const visitor = await signIn(shop)
  const { ids, text } = await pageAt(visitor, base)
  assert.deepEqual(ids, [early, requested, late, review, customer, newEnded, ended])
  assert.match(text, />43 hours</)
  assert.match(text, />3 days</)
  assert.match(text, />14 days</)
  const filtered = await pageAt(visitor, `${base}?status=to_answer`)
  assert.deepEqual(filtered.ids, [early, requested, late])
  await visitor.get('/dashboard/live')
  await visitor.send('/dashboard/lang', { lang: 'ar' })
  assert.match((await visitor.get(base)).text, /43 ساعة/)
})

test('pages are bounded, complete and stable while disputes come and are answered; tokens are of one merchant', async () => {
  const shop = await openDisputeShop(service)
  const ids: string[] = []
  for (let count = 0; count < 27; count += 1) ids.push((await shop.openDispute()).id)
  for (const id of ids.slice(0, 3)) await challenge(shop, id)
  for (const id of ids.slice(3, 6)) succeed(await shop.act(id, 'withdraw'))
  const visitor = await signIn(shop)
  const first = await pageAt(visitor, base)
  assert.deepEqual(first.ids, ids.slice(6, 26))
  // One of the first page is answered, and a new one comes: no row of the second page is missing.
  await challenge(shop, ids[6] ?? '')
  const added = (await shop.openDispute()).id
  const second = await pageAt(visitor, first.next ?? '')
  assert.deepEqual(second.ids, [ids[26], added, ...ids.slice(0, 3), ids[6], ...ids.slice(3, 6).reverse()])
  assert.equal(second.next, undefined)
  const other = await signIn(await openDisputeShop(service))
  assert.deepEqual((await pageAt(other, first.next ?? '')).ids, [])
  const api = succeed(await shop.call('GET', '/api/v1/disputes')).body
  assert.equal(api.disputes[0].id, added)
  const token = new URL(first.next ?? '', service.urls.uae).searchParams.get('page_token') ?? ''
  assert.equal((await shop.call('GET', `/api/v1/disputes?page_token=${token}`)).status, 400)
})
