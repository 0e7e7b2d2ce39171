import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { day } from '../../src/platform/base/times.ts'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { service, shop } = api
const { query } = service.database
const list = '/dashboard/test/payments'
const operator = await signInAt(service.urls.uae, 'operator@demo.test')

const isPartial = /Older payments are not all found by text or amount yet/

test('list, count and file show due changes by the clock, before any worker has run', async () => {
  const id = await shop.authorizedPayment('340.00')
  const other = await shop.authorizedPayment('50.00')
  assert.match((await operator.get(`${list}?status=captured`)).text, /No payment is like this/)
  // In this service only reads process due work.
  await query(`update merchants set clock_offset_ms = clock_offset_ms + ${22 * day}`)
  const listed = await operator.get(`${list}?status=captured`)
  assert.match(listed.text, /2 captured payments/)
  for (const one of [id, other]) assert.ok(listed.text.includes(one))
  const third = await shop.authorizedPayment('60.00')
  await query(`update merchants set clock_offset_ms = clock_offset_ms + ${22 * day}`)
  const { text } = await operator.get(`${list}.csv?status=all`)
  const line = text.split('\n').find((one) => one.startsWith(third))
  assert.match(line ?? '', /,CLOSED,.*,60\.00,AED,60\.00,/)
})

test('while search terms are incomplete the list says so, also before the export', async () => {
  for (const search of ['q=nobody', 'amount__gte=1', 'q=+9715']) {
    assert.doesNotMatch((await operator.get(`${list}?${search}`)).text, isPartial)
  }
  await query(`insert into payment_search_gaps
    select merchant_id, '00000000-0000-0000-0000-000000000000' from stores where merchant_code = 'demo_ae'`)
  const nothing = await operator.get(`${list}?q=nobody`)
  assert.match(nothing.text, isPartial)
  const found = await operator.get(`${list}?amount__gte=1`)
  assert.match(found.text, isPartial)
  assert.match(found.text, /payments\.csv\?amount__gte=1/)
  assert.doesNotMatch((await operator.get(`${list}?status=all`)).text, isPartial)
  await query('delete from payment_search_gaps')
  assert.doesNotMatch((await operator.get(`${list}?q=nobody`)).text, isPartial)
})
