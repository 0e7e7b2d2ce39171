import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { loadErasedPlaces } from '../../src/entries/erased-places.ts'
import { correctCustomer } from '../../src/money/customers/correct-customer.ts'
import { eraseCustomer } from '../../src/money/customers/erase-customer.ts'
import { changeServiceBlock } from '../../src/money/risk/service-blocks.ts'
import { operator } from '../../src/platform/base/principal.ts'
import { recordActivity } from '../../src/platform/people/activities/activities.ts'
import { succeed } from '../../testkit/client.ts'
import { findPlaces, type Marks, markedOrder, marksOf } from '../../testkit/marks.ts'
import { openDisputeShop } from '../support/disputes.ts'
import { askDoctor } from '../support/doctor.ts'
import { startTestService } from '../support/service.ts'
import { paid, refused } from './short-lives.ts'

const service = await startTestService({ env: { PERSONAL_DAYS: '0', WEBHOOK_HOSTS: 'shop.test=127.0.0.1:9' } })
const { app, database } = service
const shop = await openDisputeShop(service)
after(() => service.close())

const erase = async ({ phone }: Pick<Marks, 'phone'>) =>
  eraseCustomer(app, await loadErasedPlaces(app), { phone, isTest: false }, { by: operator, reason: 'asked for' })
const places = (texts: readonly string[]): Promise<string[]> => findPlaces(database.query, app.config.dataDir, texts)

const journal = async (): Promise<string> =>
  JSON.stringify(await database.query('select path, summary, request, answer from journal_entries'))

test('a customer whose name is a word of the product changes no code and no member of anything', async () => {
  const named = (name: string, phone: string): object => ({
    ...markedOrder(marksOf(phone, 'xyz', '1971-01-01')),
    buyer: { name, email: `${name}@marks.test`, phone, dob: '1971-01-01' },
  })
  const phone = '+971508881001'
  const ids = [
    await refused(shop, named('rules', phone)),
    await refused(shop, named('rejected', phone)),
    await refused(shop, named('AED', phone)),
  ]
  assert.equal((await erase({ phone }))?.erased, 3)
  for (const id of ids) {
    const { status, currency } = succeed(await shop.call('GET', `/api/v2/payments/${id}`)).body
    assert.deepEqual([status, currency], ['REJECTED', 'AED'])
    assert.ok(succeed(await shop.call('GET', `/sandbox/payments/${id}/decision`)).body.decision.rules.length > 0)
  }
  assert.deepEqual(await askDoctor(app), [])
})

test('erasing one customer leaves others of the same name, address or words as they were', async () => {
  const one = marksOf('+971508881002', 'salim', '1972-02-02')
  const other = {
    ...markedOrder(marksOf('+971508881003', 'salimah', '1973-03-03')),
    description: 'for Salim Aliyev',
    meta: { kind: 'installments' },
  }
  const kept = await paid(shop, other)
  await paid(shop, markedOrder(one))
  const { payments } = succeed(await shop.call('GET', '/api/v2/payments')).body
  assert.equal(payments.length, 2)
  const before = succeed(await shop.call('GET', `/api/v2/payments/${kept}`)).body
  await erase(one)
  assert.deepEqual(succeed(await shop.call('GET', `/api/v2/payments/${kept}`)).body, before)
  const text = await journal()
  assert.match(text, /for Salim Aliyev/)
  assert.match(text, /installments_count/)
  assert.match(text, /salimahville/)
  assert.ok(!text.includes(one.phone))
})

test('what a customer chooses rewrites no log: only the proved phone goes from reasons about something else', async () => {
  const phone = '+971508881004'
  const author = {
    backOffice: 'support',
    personId: shop.merchantId,
    email: 'a@support.test',
    address: '::1',
    requestId: 'r',
  } as const
  const reason = 'Suspected fraud, says agent@support.test; called from 050 888-1004'
  const details = { reason, request_id: 'Suspected fraud', email: 'agent@support.test' }
  await recordActivity(app, author, { what: 'open_personal', onKind: 'merchant', onId: shop.merchantId, details })
  const buyer = { name: 'Suspected fraud', email: 'agent@support.test', phone, dob: '1974-04-04' }
  await refused(shop, { ...markedOrder(marksOf(phone, 'xyz', '1974-04-04')), buyer })
  await erase({ phone })
  const [row] = await database.query(`select details from activities where on_id = '${shop.merchantId}'`)
  const found = row?.details as typeof details
  assert.deepEqual([found.request_id, found.email], ['Suspected fraud', 'agent@support.test'])
  assert.match(found.reason, /^Suspected fraud, says agent@support\.test; called from erased-[0-9a-f]{32}$/)
})

test('what was corrected before, and what came up while a purchase waited, goes, too', async () => {
  const former = marksOf('+971508881005', 'formerly', '1975-05-05')
  const id = succeed(await shop.checkout('340.00', markedOrder(former))).body.payment.id
  const customer = { phone: former.phone, isTest: false }
  const correction = { name: 'Later Name', email: 'later@else.test' }
  await correctCustomer(app, customer, { by: operator, claims: ['unproved'], ...correction })
  // The session is a claim: everything waits.
  assert.deepEqual(await erase(former), { erased: 0, waiting: 1, until: null })
  await changeServiceBlock(app, former.phone, true)
  await changeServiceBlock(app, 'formerly@marks.test', true)
  succeed(await shop.call('POST', `/sandbox/payments/${id}/reject`))
  assert.equal((await erase(former))?.erased, 1)
  assert.deepEqual(await places([...former.all, 'later name', 'later@else.test']), [])
})

test('an erasing waits for a notification that is being sent, whose answer would be written afterwards', async () => {
  const marks = marksOf('+971508881006', 'underway', '1976-06-06')
  succeed(await shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/hook' }))
  const id = await refused(shop, markedOrder(marks))
  const claim = (value: string) =>
    database.query(
      `update deliveries set claim = ${value} where notification_id in (select id from notifications where payment_id = '${id}')`,
    )
  await claim('gen_random_uuid()')
  assert.deepEqual(await erase(marks), { erased: 0, waiting: 1, until: null })
  await claim('null')
  assert.equal((await erase(marks))?.erased, 1)
  assert.deepEqual(await places(marks.all), [])
})
