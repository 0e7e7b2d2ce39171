import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { emptyUnfinished, removeUnfinished } from '../../src/money/checkout/sessions/unfinished.ts'
import { duePayments } from '../../src/money/payments/due-payments.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { succeed } from '../../testkit/client.ts'
import { holdRows } from '../../testkit/held-rows.ts'
import { queryOnce } from '../../testkit/query.ts'
import { newMerchant, openShop, type Shop } from '../../testkit/shop.ts'
import { askDoctor } from '../support/doctor.ts'
import { startTestService, type TestService } from '../support/service.ts'

const day = 86_400_000
const startAt = Date.parse('2026-03-01T10:00:00Z')

let service: TestService
let shop: Shop
before(async () => {
  service = await startTestService({ startAt })
})
after(() => service.close())

async function open(): Promise<void> {
  service.clock.set(startAt)
  const merchant = await newMerchant(openShop(service.urls.uae, ''))
  shop = openShop(service.urls.uae, merchant.keys.test.secret, { merchantCode: 'main' })
}

async function expire(): Promise<void> {
  service.clock.advance(day)
  while ((await settleDue(service.app, duePayments)) > 0);
}

interface Session {
  readonly id: string
  readonly paymentId: string
}

const long = {
  description: 'words '.repeat(100),
  attachment: { body: 'a'.repeat(500), content_type: 'text/plain' },
  meta: { order_id: '1001', note: 'b'.repeat(500) },
}
async function newSession(phone = '+971500000001'): Promise<Session> {
  const buyer = { name: 'Sara Ali', email: 'sara@example.com', phone, dob: '1990-04-17' }
  const past = { purchased_at: '2025-01-01T00:00:00Z', amount: '10.00', status: 'complete', items: [] }
  const { body } = succeed(await shop.checkout('340.00', { ...long, buyer, order_history: [past] }))
  return { id: body.id, paymentId: body.payment.id }
}

// biome-ignore lint/suspicious/noExplicitAny: a reader of JSON looks into whatever comes
const read = async (path: string): Promise<any> => succeed(await shop.call('GET', path)).body
// Read by the session: the process caches a payment's own answer for up to a minute.
const paymentOf = async ({ id }: Session) => (await read(`/api/v2/checkout/${id}`)).payment

test('an unfinished session: after seven days its body is emptied, and its rows stay', async () => {
  await open()
  const [expired, refused] = [await newSession(), await newSession('+971500000002')]
  const paid = await shop.authorizedPayment()
  await expire()
  const before = await paymentOf(expired)
  const paidBefore = await read(`/api/v2/payments/${paid}`)
  service.clock.set(startAt + 7 * day)
  assert.equal(await emptyUnfinished(service.app), 0)
  service.clock.advance(1_000)
  assert.equal(await emptyUnfinished(service.app), 2)
  for (const session of [expired, refused]) {
    const { description, order, order_history, shipping_address, meta, attachment, buyer } = await paymentOf(session)
    assert.deepEqual([description, order.items, order_history, meta, attachment], ['', [], [], null, null])
    assert.deepEqual(shipping_address, { city: '', address: '', zip: '' })
    assert.equal(buyer.email, 'sara@example.com')
    const { merchant_urls, payment } = await read(`/api/v2/checkout/${session.id}`)
    assert.deepEqual(merchant_urls, { success: null, cancel: null, failure: null })
    assert.deepEqual(await read(`/api/v2/payments/${session.paymentId}`), payment)
  }
  const { description, order, order_history, shipping_address, meta, attachment, ...same } = before
  assert.deepEqual(
    { ...(await paymentOf(expired)), description, order, order_history, shipping_address, meta, attachment },
    { ...same, description, order, order_history, shipping_address, meta, attachment },
  )
  assert.deepEqual((await paymentOf(expired)).order, { ...order, items: [] })
  assert.deepEqual(await read(`/api/v2/payments/${paid}`), paidBefore)
  assert.equal(await emptyUnfinished(service.app), 0, 'once')
  assert.deepEqual(await askDoctor(service.app), [])
  const found = succeed(await shop.call('GET', '/api/v2/payments?status=rejected')).body
  assert.deepEqual([found.pagination.total_count, found.payments[0].id], [1, refused.paymentId])
})

test('an emptied session is removed after UNFINISHED_DAYS, with its search terms', async () => {
  await service.database.query('delete from notifications')
  service.clock.set(startAt + 401 * day)
  assert.equal(await removeUnfinished(service.app), 2)
  const [left] = await service.database.query(`select count(*)::int as terms from payment_search_terms as term
    where not exists (select from payments where id = term.payment_id)`)
  assert.equal(left?.['terms'], 0)
})

test('a session with a charged card stays whole, and is checked once', async () => {
  await open()
  const [charged, declined] = [await newSession(), await newSession()]
  await expire()
  await service.database.query(
    `insert into charges (merchant_id, id, session_id, payment_id, is_test, state, phone, card_token, card_brand, card_last_four,
       card_expiry_month, card_expiry_year, currency, amount_minor, created_at)
     select merchant_id, gen_random_uuid(), session.id, payment_id, is_test, state, '', '', 'visa', '4242', 1, 2030, 'AED', 1, created_at
     from sessions as session join (values ('${charged.id}'::uuid, 'given_back'), ('${declined.id}', 'declined')) as made (id, state)
       on made.id = session.id`,
  )
  service.clock.set(startAt + 8 * day)
  assert.equal(await emptyUnfinished(service.app), 2)
  assert.equal((await paymentOf(charged)).description, long.description)
  assert.equal((await paymentOf(declined)).description, '')
  assert.equal(await emptyUnfinished(service.app), 0)
})

test('a session stays whole while a notification waits', async () => {
  await open()
  const waiting = await newSession()
  await expire()
  const deliver = (state: string, at: string): string =>
    `insert into deliveries (merchant_id, id, notification_id, webhook_id, state, next_attempt_at)
     select merchant_id, gen_random_uuid(), id, gen_random_uuid(), '${state}', ${at} from notifications where payment_id = '${waiting.paymentId}'`
  const [notified] = await service.database.query(
    `select count(*)::int as n from notifications where payment_id = '${waiting.paymentId}'`,
  )
  assert.equal(notified?.['n'], 1)
  await service.database.query(deliver('waiting', `'2030-01-01'`))
  service.clock.set(startAt + 8 * day)
  assert.equal(await emptyUnfinished(service.app), 0)
  await service.database.query(`update deliveries set state = 'delivered', next_attempt_at = null`)
  assert.equal(await emptyUnfinished(service.app), 1)
})

test('a locked session stays for a later round; several processes empty each once', async () => {
  await open()
  const held = await newSession()
  for (let index = 0; index < 9; index += 1) await newSession()
  await expire()
  service.clock.set(startAt + 8 * day)
  const rows = await holdRows(
    service.database.connection,
    `select from payments where id = '${held.paymentId}' for update`,
  )
  const done = await Promise.all(Array.from({ length: 4 }, () => emptyUnfinished(service.app)))
  rows.assertHeld()
  const rest = await emptyUnfinished(service.app)
  assert.equal(done.reduce((sum, one) => sum + one) + rest, 9)
  await rows.release()
  assert.equal(await emptyUnfinished(service.app), 1)
})

test('the round reads only its partial index', async () => {
  const connection = { ...service.database.connection, options: '-c enable_seqscan=off' }
  const plan = await queryOnce(
    connection,
    `explain select merchant_id, id from payments
    where created_at < now() and status in ('REJECTED', 'EXPIRED') and order_tidied_at is null order by created_at limit 200`,
  )
  assert.match(JSON.stringify(plan), /payments_untidied/)
})
