import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { openTestApi } from '../support/api.ts'
import { ask, openForm, pageOf, paymentOfItems } from './money-forms.ts'

const api = await openTestApi()
after(() => api.close())
const { service, shop } = api
const url = service.urls.uae
const operator = await signInAt(url, 'operator@demo.test')

const paymentOf = async (id: string) => (await shop.call('GET', `/api/v2/payments/${id}`)).body

test('items: refunded by choice, confirmed with their sum, and not offered twice', async () => {
  const id = await paymentOfItems(shop)
  const expected = await openForm(operator, id, 'refund-items')
  const { text, confirmed } = await ask(operator, id, 'refund', { ...expected, quantity_0: '2', quantity_1: '1' })
  assert.match(text, /Refund AED.153\.34 of order[\s\S]*2 × \u2068Shirt\u2069[\s\S]*1 × \u2068Belt\u2069/)
  for (let sent = 0; sent < 2; sent += 1)
    assert.equal((await operator.send(`${pageOf(id)}/refund`, confirmed)).status, 303)
  const { refunds } = await paymentOf(id)
  assert.deepEqual(
    refunds.map(({ amount, items }: { amount: string; items: { title: string; quantity: number }[] }) => [
      amount,
      items.map(({ title, quantity }) => [title, quantity]),
    ]),
    [
      [
        '153.34',
        [
          ['Shirt', 2],
          ['Belt', 1],
        ],
      ],
    ],
  )
  const page = (await operator.get(pageOf(id))).text
  assert.match(page, /2 refunded/)
  assert.match(page, /type="checkbox" name="quantity_0" value="1"/)
  assert.doesNotMatch(page, /name="quantity_1"/)
})

test('items: refused above the remaining amount, and without a selection', async () => {
  const id = await paymentOfItems(shop)
  await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '150.00', reference_id: 'api' })
  const expected = await openForm(operator, id, 'refund-items')
  const much = await operator.send(`${pageOf(id)}/refund`, { ...expected, quantity_1: '1', quantity_7: '9' })
  assert.deepEqual([much.status, /come to AED.60\.00, and only AED.50\.00 is left/.test(much.text)], [422, true])
  const wrong = await operator.send(`${pageOf(id)}/refund`, { ...expected, quantity_0: '-1', quantity_1: 'x' })
  assert.deepEqual([wrong.status, /this is no number/.test(wrong.text)], [422, true])
  const none = await operator.send(`${pageOf(id)}/refund`, { ...expected, quantity_0: '0' })
  assert.deepEqual([none.status, /Choose the items/.test(none.text)], [422, true])
})

test('order number: the same number changes nothing and says nothing; a second press of a change is done', async () => {
  const id = await shop.capturedPayment('340.00')
  const send = (order_reference_id: string) =>
    operator.send(`${pageOf(id)}/reference`, { reference_seen: '1001', order_reference_id })
  assert.equal((await send('1001')).location, pageOf(id))
  for (const _press of [1, 2]) assert.match((await send('1002')).location, /done=reference/)
  const logged = await api.service.database.query(
    `select from activities where what = 'change_reference' and on_id = '${id}'`,
  )
  assert.equal(logged.length, 1)
})

test('order number: a concurrent change wins, and the input is kept', async () => {
  const id = await shop.capturedPayment('340.00')
  await shop.call('PUT', `/api/v2/payments/${id}`, { order: { reference_id: 'Newer' } })
  const { status, text } = await operator.send(`${pageOf(id)}/reference`, {
    reference_seen: '1001',
    order_reference_id: 'Mine',
  })
  assert.equal(status, 409)
  assert.match(text, /Now it is \u2068Newer\u2069/)
  assert.match(text, /value="Mine"/)
  assert.equal((await paymentOf(id)).order.reference_id, 'Newer')
  const long = await operator.send(`${pageOf(id)}/reference`, {
    reference_seen: 'Newer',
    order_reference_id: 'x'.repeat(1_025),
  })
  assert.equal(long.status, 422)
})
