import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { loadErasedPlaces } from '../../src/entries/erased-places.ts'
import { dueReturns } from '../../src/money/collections/due-returns.ts'
import { eraseCustomer } from '../../src/money/customers/erase-customer.ts'
import { changeServiceBlock } from '../../src/money/risk/service-blocks.ts'
import { operator } from '../../src/platform/base/principal.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { succeed } from '../../testkit/client.ts'
import { findPlaces, type Marks, markedOrder, marksOf } from '../../testkit/marks.ts'
import type { Receiver } from '../../testkit/receiver.ts'
import { openShop } from '../../testkit/shop.ts'
import { signIn } from '../pages/account-forms.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { askDoctor } from '../support/doctor.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { liveMarked, openEchoing, payOnPage } from './marked-life.ts'

const marks = marksOf('+971507771111', 'zubaydah', '1987-06-05')
let service: TestService
let shop: DisputeShop
let receiver: Receiver
before(async () => {
  receiver = await openEchoing()
  const env = { PERSONAL_DAYS: '0', RATE_LIMITS: 'on', WEBHOOK_HOSTS: `shop.test=127.0.0.1:${receiver.port}` }
  service = await startTestService({ env })
  shop = await openDisputeShop(service)
  succeed(await shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/hook' }))
})
after(async () => {
  await service.close()
  await receiver.close()
})

const places = (texts: readonly string[]): Promise<string[]> =>
  findPlaces(service.database.query, service.app.config.dataDir, texts)

const erase = async ({ phone }: Pick<Marks, 'phone'>, isTest = false) =>
  eraseCustomer(service.app, await loadErasedPlaces(service.app), { phone, isTest }, { by: operator, reason: '' })

/** All rows of the tables of money, as texts. */
async function moneyRows(): Promise<string[]> {
  const tables = ['ledger_entries', 'ledger_seals', 'returns', 'settlements', 'settlement_lines', 'payment_counts']
  const rows = await Promise.all(tables.map((table) => service.database.query(`select row::text from ${table} as row`)))
  return rows
    .flat()
    .map(({ row }) => String(row))
    .toSorted()
}

const tablesIn = (places: readonly string[]): string[] => [
  ...new Set(places.map((place) => place.split(/[. ]/)[0] ?? '')),
]

test('after erasing, no column and no file has a value of the customer, and money is as it was', async () => {
  const id = await liveMarked(service, shop, marks)
  const other = marksOf('+971507772222', 'ibtihal', '1988-07-06')
  await liveMarked(service, shop, other)
  const found = await places(marks.all)
  const expected = ['activities', 'charges', 'collections', 'customer_messages', 'delivery_attempts', 'dispute_history']
  const more = ['disputes', 'file', 'journal_entries', 'notifications', 'outbox_messages', 'payment_orders']
  const rest = ['payment_search_terms', 'payment_timeline', 'risk_blocks', 'saved_cards', 'sessions']
  assert.deepEqual(tablesIn(found).toSorted(), [...expected, ...more, ...rest].toSorted())
  const [money, others] = [await moneyRows(), await places(other.all)]
  const counted = succeed(await shop.call('GET', '/api/v2/payments')).body.pagination.total_count
  assert.deepEqual(await erase(marks), { erased: 1, waiting: 0, until: null })
  assert.deepEqual(await places(marks.all), [])
  assert.deepEqual(await places(other.all), others)
  assert.deepEqual(await moneyRows(), money)
  assert.equal(succeed(await shop.call('GET', '/api/v2/payments')).body.pagination.total_count, counted)
  assert.deepEqual(await askDoctor(service.app), [])
  const payment = succeed(await shop.call('GET', `/api/v2/payments/${id}`)).body
  const { name } = payment.buyer
  assert.match(name, /^erased-[0-9a-f]{32}$/)
  assert.deepEqual(payment.buyer, { name, email: name, phone: name, dob: null })
  assert.deepEqual(payment.shipping_address, { city: name, address: name, zip: name })
  const { description, meta, attachment, order_history, order } = payment
  assert.deepEqual(
    { description, meta, order_history, body: attachment.body },
    {
      ...{ description: name, meta: { erased: name }, order_history: [], body: name },
    },
  )
  assert.deepEqual([order.reference_id, order.items[0].title], ['R-11', 'Linen shirt'])
  assert.equal(await erase(marks), undefined)
  // The process that erased may know the payment. Neither its answer nor a later change brings anything back.
  const shown = succeed(await shop.call('GET', `/api/v2/payments/${id}`)).text
  succeed(await shop.call('PUT', `/api/v2/payments/${id}`, { order: { reference_id: 'renamed' } }))
  assert.deepEqual(
    marks.all.filter((mark) => shown.includes(mark)),
    [],
  )
  assert.deepEqual(await places(marks.all), [])
})

test('a block of an erased phone goes on, can be answered and sent back, and support can end it', async () => {
  const order = markedOrder(marks)
  const rejected = async (): Promise<string> => succeed(await shop.checkout('20.00', order)).body.status
  assert.equal(await rejected(), 'rejected')
  await erase(marks)
  const blocked = { blocked: [{ phone: '+971507773333' }] }
  const test = openShop(service.urls.uae, shop.testKey, { merchantCode: 'AE' })
  succeed(await test.call('PUT', '/sandbox/risk', blocked))
  const blockedMarks = marksOf('+971507773333', 'bushra', '1989-08-07')
  assert.equal(succeed(await test.checkout('20.00', markedOrder(blockedMarks))).body.status, 'rejected')
  assert.deepEqual(await erase(blockedMarks, true), { erased: 1, waiting: 0, until: null })
  assert.deepEqual(await places(blockedMarks.all), [])
  const { blocked: shown } = succeed(await test.call('GET', '/sandbox/risk')).body
  assert.match(shown[0].phone, /^erased-[0-9a-f]{32}$/)
  succeed(await test.call('PUT', '/sandbox/risk', { blocked: shown }))
  assert.equal(succeed(await test.checkout('20.00', markedOrder(blockedMarks))).body.status, 'rejected')
  await changeServiceBlock(service.app, marks.phone, false)
  assert.equal(await rejected(), 'created')
})

test('what the customer gave on the page and at the account goes, too', async () => {
  const visitor = marksOf('+971507774444', 'dalal', '1990-09-08')
  const test = openShop(service.urls.uae, shop.testKey, { merchantCode: 'AE' })
  const id = await payOnPage(test, visitor)
  const signedIn = await signIn(service.urls.uae, visitor.phone)
  const found = tablesIn(await places(visitor.all))
  for (const table of ['visits', 'customer_sessions']) assert.ok(found.includes(table), table)
  for (const table of ['charges', 'collections']) {
    const [row] = await service.database.query(`select card_last_four from ${table} where phone = '${visitor.phone}'`)
    assert.equal(row?.card_last_four, '4242')
  }
  succeed(await test.call('POST', `/api/v2/payments/${id}/close`))
  await service.database.query(`update returns set resolve_at = statement_timestamp() where state = 'waiting'`)
  while ((await settleDue(service.app, dueReturns)) > 0);
  assert.deepEqual(await erase(visitor, true), { erased: 1, waiting: 0, until: null })
  assert.deepEqual(await places(visitor.all), [])
  assert.deepEqual(
    await service.database.query(`select from charges where payment_id = '${id}' and card_last_four = '4242'`),
    [],
  )
  assert.match((await signedIn.get('/account?mode=test&lang=en')).text, /name="phone"/)
  assert.deepEqual(await askDoctor(service.app), [])
})

test('a later refund of an erased purchase sends no text message', async () => {
  const refunded = marksOf('+971507775555', 'farida', '1991-10-09')
  const test = openShop(service.urls.uae, shop.testKey, { merchantCode: 'AE' })
  const id = await payOnPage(test, refunded)
  succeed(await test.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00' }))
  succeed(await test.call('POST', `/sandbox/payments/${id}/pay`, { what: 'all' }))
  assert.deepEqual(await erase(refunded, true), { erased: 1, waiting: 0, until: null })
  const sent = await service.database.query(`select from customer_messages where payment_id = '${id}'`)
  succeed(await test.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '40.00' }))
  await service.database.query(`update returns set resolve_at = statement_timestamp() where state = 'waiting'`)
  while ((await settleDue(service.app, dueReturns)) > 0);
  assert.equal(
    (await service.database.query(`select from customer_messages where payment_id = '${id}'`)).length,
    sent.length,
  )
  assert.deepEqual(await askDoctor(service.app), [])
})
