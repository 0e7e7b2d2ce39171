import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { countVisitChanges } from '../../src/money/checkout/figures/visit-figures.ts'
import { removeUnfinished } from '../../src/money/checkout/sessions/unfinished.ts'
import { countPaymentChanges, recountAllPayments } from '../../src/money/payments/counted-list/payment-counts.ts'
import { duePayments } from '../../src/money/payments/due-payments.ts'
import { loadDayFigures } from '../../src/money/payments/figures/figures.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { succeed } from '../../testkit/client.ts'
import { holdRows } from '../../testkit/held-rows.ts'
import { type Merchant, newMerchant, openShop, type Shop } from '../../testkit/shop.ts'
import { askDoctor } from '../support/doctor.ts'
import { startTestService, type TestService } from '../support/service.ts'

const day = 86_400_000
const startAt = Date.parse('2026-03-01T10:00:00Z')

let service: TestService
let merchant: Merchant
let shop: Shop
before(async () => {
  service = await startTestService({ startAt })
})
after(() => service.close())

/** A new merchant without webhooks. */
async function open(): Promise<void> {
  merchant = await newMerchant(openShop(service.urls.uae, ''))
  shop = openShop(service.urls.uae, merchant.keys.test.secret, { merchantCode: 'main' })
}

/** All unfinished payments have expired, and are notified and counted. */
async function expire(): Promise<void> {
  service.clock.advance(day)
  while ((await settleDue(service.app, duePayments)) > 0);
  await count()
}

async function count(): Promise<void> {
  while ((await countPaymentChanges(service.app)) > 0);
  await countVisitChanges(service.app)
}

/** Notifications are removed after their retention. */
const forgetNotifications = () => service.database.query('delete from notifications')

interface Session {
  readonly id: string
  readonly paymentId: string
  readonly page: string
}

async function newSession(phone = '+971500000001'): Promise<Session> {
  const buyer = { name: 'Sara Ali', email: 'sara@example.com', phone, dob: '1990-04-17' }
  const { body } = succeed(await shop.checkout('340.00', { buyer }))
  const page = body.configuration?.available_products?.installments?.[0]?.web_url ?? ''
  return { id: body.id, paymentId: body.payment.id, page }
}

const statusOf = async (path: string): Promise<number> => (await shop.call('GET', path)).status
const answers = async ({ id, paymentId }: Session) =>
  Promise.all([statusOf(`/api/v2/checkout/${id}`), statusOf(`/api/v2/payments/${paymentId}`)])

/** For each table with rows of a session: the number of a merchant's rows. */
async function rowsLeft(): Promise<Record<string, unknown>> {
  const tables = [
    'payments',
    'payment_orders',
    'payment_timeline',
    'payment_search_terms',
    'sessions',
    'visits',
    'charges',
  ]
  const counts = tables.map(
    (table) => `(select count(*)::int from ${table} where merchant_id = '${merchant.id}') as ${table}`,
  )
  const [row] = await service.database.query(`select ${counts.join(', ')}`)
  return row ?? {}
}

const opened = async (): Promise<number | undefined> => {
  const figures = await loadDayFigures(
    service.app,
    { merchantId: merchant.id, isTest: true },
    { from: '2026-03-01', to: '2026-03-01' },
  )
  return figures[0]?.days[0]?.opened
}

test('an unfinished session is removed after its retention with all its rows; purchases stay', async () => {
  service.clock.set(startAt)
  await open()
  const [expired, refused] = [await newSession(), await newSession('+971500000002')]
  await fetch(expired.page)
  const paid = await shop.authorizedPayment()
  await expire()
  await forgetNotifications()
  service.clock.set(startAt + 400 * day)
  assert.equal(await removeUnfinished(service.app), 0)
  service.clock.advance(1_000)
  const before = await rowsLeft()
  assert.deepEqual([before['payments'], before['visits'], await opened()], [3, 1, 3])
  assert.equal(await removeUnfinished(service.app), 2)
  assert.deepEqual(
    [await answers(expired), await answers(refused)],
    [
      [404, 404],
      [404, 404],
    ],
  )
  assert.equal(await statusOf(`/api/v2/payments/${paid}`), 200)
  const left = await rowsLeft()
  assert.deepEqual([left['payments'], left['sessions'], left['visits'], left['payment_search_terms']], [1, 1, 0, 4])
  assert.equal(await removeUnfinished(service.app), 0)
})

test('counts follow and daily figures stay; the doctor finds nothing before counting, after it, and after a recount', async () => {
  for (const then of [async () => undefined, count, () => recountAllPayments(service.app), count]) {
    await then()
    assert.deepEqual(await askDoctor(service.app), [])
    assert.equal(await opened(), 3)
    const { pagination } = succeed(await shop.call('GET', '/api/v2/payments?status=rejected')).body
    assert.equal(pagination.total_count, 0)
  }
})

test('a removed session that is not counted yet is included in a recount', async () => {
  service.clock.set(startAt)
  await open()
  await newSession()
  await expire()
  await forgetNotifications()
  service.clock.set(startAt + 401 * day)
  assert.equal(await removeUnfinished(service.app), 1)
  await recountAllPayments(service.app)
  assert.deepEqual(await askDoctor(service.app), [])
  assert.equal(await opened(), 1)
})

test('sessions with notifications or charges stay', async () => {
  service.clock.set(startAt)
  await open()
  const [notified, charged, free] = [await newSession(), await newSession(), await newSession()]
  await expire()
  await forgetNotifications()
  await service.database.query(
    `insert into notifications (merchant_id, id, family, store_id, is_test, payment_id, sequence, body, created_at)
     select merchant_id, gen_random_uuid(), 'payment', store_id, is_test, id, 1, '{}', created_at from payments where id = '${notified.paymentId}'`,
  )
  await service.database.query(
    `insert into charges (merchant_id, id, session_id, payment_id, is_test, state, phone, card_token, card_brand, card_last_four,
       card_expiry_month, card_expiry_year, currency, amount_minor, created_at)
     select merchant_id, gen_random_uuid(), session.id, payment_id, is_test, state, '', '', 'visa', '4242', 1, 2030, 'AED', 1, created_at
     from sessions as session join (values ('${charged.id}'::uuid, 'given_back'), ('${free.id}', 'declined')) as made (id, state)
       on made.id = session.id`,
  )
  service.clock.set(startAt + 401 * day)
  assert.equal(await removeUnfinished(service.app), 1)
  assert.deepEqual(await Promise.all([notified, charged, free].map(answers)), [
    [200, 200],
    [200, 200],
    [404, 404],
  ])
  assert.equal((await rowsLeft())['charges'], 1)
  await forgetNotifications()
  assert.equal(await removeUnfinished(service.app), 1)
})

const keyOf = { payments: 'id', sessions: 'payment_id', visits: 'session_id' } as const
for (const [table, key] of Object.entries(keyOf)) {
  test(`a session with a locked row of ${table} stays complete, and the round does not wait`, async () => {
    service.clock.set(startAt)
    await open()
    const [one, other] = [await newSession(), await newSession()]
    await fetch(one.page)
    await expire()
    await forgetNotifications()
    service.clock.set(startAt + 401 * day)
    const whole = await rowsLeft()
    const held = await holdRows(
      service.database.connection,
      `select from ${table} where ${key} = '${table === 'visits' ? one.id : one.paymentId}' for update`,
    )
    assert.equal(await removeUnfinished(service.app), 1)
    held.assertHeld()
    assert.deepEqual(
      [await answers(one), await answers(other)],
      [
        [200, 200],
        [404, 404],
      ],
    )
    assert.deepEqual([(await rowsLeft())['visits'], (await rowsLeft())['payments']], [whole['visits'], 1])
    await held.release()
    assert.equal(await removeUnfinished(service.app), 1)
  })
}

test('several processes remove each session once', async () => {
  service.clock.set(startAt)
  await open()
  for (let index = 0; index < 20; index += 1) await newSession()
  await expire()
  await forgetNotifications()
  service.clock.set(startAt + 401 * day)
  const removed = await Promise.all(Array.from({ length: 8 }, () => removeUnfinished(service.app)))
  const rest = await removeUnfinished(service.app)
  assert.equal(removed.reduce((sum, one) => sum + one) + rest, 20)
  await count()
  assert.deepEqual(await askDoctor(service.app), [])
})
