import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type BackOfficeVisitor, password, signInAt } from '../../testkit/back-office-visitor.ts'
import { assertBothOrNeither } from '../support/activities.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: DisputeShop
let admin: BackOfficeVisitor
const base = '/dashboard/test'
before(async () => {
  service = await startTestService({ env: { WEBHOOK_HOSTS: 'shop.test=127.0.0.1:9' } })
  shop = await openDisputeShop(service)
  admin = await signInAt(service.urls.uae, `admin@${shop.merchantId.slice(-12)}.test`)
})
after(() => service.close())

/** The form of the confirmation page. */
const act = (what: string, table: string, path: string, fields: Record<string, string> = {}) =>
  assertBothOrNeither(service, { what, table, send: () => admin.send(path, { confirmed: 'yes', ...fields }) })
const fieldOf = async (path: string, name: string): Promise<string> =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec((await admin.get(path)).text)?.[1] ?? assert.fail(path)
const ownRow = async (table: string): Promise<Record<string, unknown>> =>
  (await service.database.query(`select * from ${table} where merchant_id = '${shop.merchantId}'`))[0] ?? assert.fail()

test('settings of a store', async () => {
  const [path, store] = [`${base}/settings`, String((await ownRow('stores'))['merchant_code'])]
  const limits = { smallest_order: '10', largest_order: '5000', auto_capture_days: '7' }
  const readVersion = () => fieldOf(path, 'seen')
  await act('change_store', 'stores', `${path}/store`, { store, name: 'Other', ...limits, seen: await readVersion() })
  const iban = { beneficiary_name: 'Shop LLC', beneficiary_iban: 'AE070331234567890123456', proof_password: password }
  await act('change_beneficiary', 'stores', `${path}/beneficiary`, { store, ...iban, seen: await readVersion() })
  await service.database.query(`update stores set logo = 'logo' where merchant_id = '${shop.merchantId}'`)
  await act('change_store', 'stores', `${path}/logo/remove`, { store })
})

test('logged together: keys; a key that was not shown does not exist, and the same form can be sent again', async () => {
  const key = await fieldOf(`${base}/keys`, 'key')
  const made = await act('issue_key', 'keys', `${base}/keys`, { key, kind: 'secret', may_read: 'yes', name: 'Till' })
  assert.match(made.text, /value="sk_test_/)
  await act('revoke_key', 'keys', `${base}/keys/${key}/revoke`)
})

test('logged together: webhooks and their secrets', async () => {
  const path = `${base}/webhooks`
  await act('register_webhook', 'webhooks', path, { url: 'http://shop.test/one' })
  const { id, store_id: store } = await ownRow('webhooks')
  await act('replace_webhook', 'webhooks', `${path}/${id}/replace`, { url: 'http://shop.test/two' })
  await service.database.query(
    `update webhooks set disabled_at = now(), disabled_reason = 'by_hand' where id = '${id}'`,
  )
  await act('enable_webhook', 'webhooks', `${path}/${id}/enable`)
  await act('remove_webhook', 'webhooks', `${path}/${id}/remove`)
  const signing = { store: String(store), secret: randomUUID() }
  const made = await act('rotate_signing', 'signing_secrets', `${path}/signing/rotate`, signing)
  assert.match(made.text, /value="whsec_/)
  await act('stop_signing', 'signing_secrets', `${path}/signing/stop`, signing)
})

test('logged together: links', async () => {
  const link = randomUUID()
  const order = { amount: '340', order_reference_id: 'A-77', description: 'Lamps', name: 'Sara', lang: 'en' }
  const reached = { phone: '050 000 0001', email: 'sara@example.com' }
  await act('make_link', 'payment_links', `${base}/links`, { ...order, ...reached, link })
  await act('cancel_link', 'payments', `${base}/links/${link}/cancel`)
})

test('answers to disputes', async () => {
  const path = '/dashboard/live/disputes'
  const expectedOf = (id: string) => fieldOf(`${path}/${id}`, 'dispute')
  const [approved, challenged] = [await shop.openDispute(), await shop.openDispute()]
  await act('approve_dispute', 'disputes', `${path}/approve`, { dispute: await expectedOf(approved.id) })
  const answer = { dispute: await expectedOf(challenged.id), reason: 'merchant_reason_other', text: 'It arrived' }
  await act('challenge_dispute', 'disputes', `${path}/${challenged.id}/challenge`, answer)
})

test("logged together: a person's own settings", async () => {
  const other = await signInAt(service.urls.uae, `admin@${shop.merchantId.slice(-12)}.test`)
  await admin.get('/dashboard/me')
  await act('end_other_sessions', 'person_sessions', '/dashboard/me/sessions')
  assert.notEqual((await other.get('/dashboard/me')).status, 200)
  await act('sign_out', 'person_sessions', '/dashboard/sign-out')
})
