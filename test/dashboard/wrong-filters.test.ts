import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { openTestApi, type TestApi } from '../support/api.ts'
import { type Objects, objectsOf } from './objects.ts'

let api: TestApi
let objects: Objects
let admin: BackOfficeVisitor
let agent: BackOfficeVisitor
before(async () => {
  api = await openTestApi()
  objects = await objectsOf(api)
  admin = await signInAt(api.service.urls.uae, 'admin@demo.test')
  agent = await signInAt(api.service.urls.uae, 'agent@support.test', 'support')
})
after(() => api.close())

const live = '/dashboard/live'
const row = /class="row-link"|class="moment"/
const days = [
  ...['created_at__gte=yesterday', 'created_at__lte=x', 'created_at__gte=2026-03-02&created_at__lte=2026-03-01'],
  ...['created_at__gte=0000-01-01', 'created_at__lte=0000-01-01'],
]

/** Each list with invalid filters, and the address of its export. */
const lists: readonly { readonly path: string; readonly wrong: readonly string[]; readonly csv?: string }[] = [
  {
    path: 'payments',
    csv: 'payments.csv',
    wrong: [...days, 'amount__gte=abc', 'amount__lte=1.2345', 'amount__gte=5&amount__lte=1', 'status=paid'],
  },
  { path: 'disputes', wrong: [...days, 'status=lost'] },
  { path: 'settlements', csv: 'settlements.csv', wrong: days },
  { path: 'payouts', wrong: days },
  { path: 'activity', csv: 'activity.csv', wrong: [...days, 'what=everything'] },
]

for (const { path, wrong, csv } of lists) {
  test(`${path}: an invalid filter lists nothing and exports nothing`, async () => {
    assert.match((await admin.get(`${live}/${path}`)).text, row)
    for (const query of wrong) {
      const page = await admin.get(`${live}/${path}?${query}`)
      assert.equal(page.status, 422, query)
      assert.doesNotMatch(page.text, row, query)
      assert.doesNotMatch(page.text, /\.csv/, query)
      assert.match(page.text, /Nothing is listed/, query)
      const [, typed = ''] = query.split('&')[0]?.split('=') ?? []
      assert.match(page.text, new RegExp(`value="${typed}"`), query)
      if (csv !== undefined) assert.equal((await admin.get(`${live}/${csv}?${query}`)).status, 400, query)
    }
  })
}

for (const { path, csv } of lists) {
  test(`${path}: the first and the last day of the calendar are valid`, async () => {
    const addresses = csv === undefined ? [path] : [path, csv]
    for (const address of addresses) {
      const all = (await admin.get(`${live}/${address}`)).text
      const page = await admin.get(`${live}/${address}?created_at__gte=0001-01-01&created_at__lte=9999-12-31`)
      assert.equal(page.status, 200, address)
      assert.equal(page.text.split(row).length, all.split(row).length, address)
    }
  })
}

test('deliveries of a webhook: an invalid filter lists nothing', async () => {
  const { id } = objects.live['webhooks'] ?? assert.fail()
  const path = `${live}/webhooks/${id}`
  assert.match((await admin.get(path)).text, row)
  const page = await admin.get(`${path}?status=lost`)
  assert.equal(page.status, 422)
  assert.doesNotMatch(page.text, /class="row-link"/)
  assert.match(page.text, /Nothing is listed/)
})

test("deliveries of a webhook: a range before the calendar's first day at the store is not resent", async () => {
  const { id } = objects.live['webhooks'] ?? assert.fail()
  await admin.get(`${live}/webhooks/${id}`)
  for (const from of ['0000-01-01T00:00', '0001-01-01T00:00']) {
    const range = { from, to: '2026-03-01T14:00', confirmed: 'yes' }
    assert.equal((await admin.send(`${live}/webhooks/${id}/replays`, range)).status, 422, from)
  }
})

test('the support console: an invalid filter lists nothing', async () => {
  for (const [path, query] of [
    ['/support/disputes', 'waits=nobody'],
    ['/support/activity', 'what=everything'],
  ] as const) {
    const page = await agent.get(`${path}?${query}`)
    assert.equal(page.status, 422, path)
    assert.doesNotMatch(page.text, row, path)
    assert.match(page.text, /Nothing is listed/, path)
  }
})
