import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { type NewMerchant, openTestApi, type TestApi } from '../support/api.ts'

let api: TestApi
let merchant: NewMerchant
let visitor: BackOfficeVisitor
before(async () => {
  api = await openTestApi()
  merchant = await api.newMerchant()
  visitor = await signInAt(api.service.urls.uae, `admin@${merchant.id.slice(-12)}.test`)
})
after(() => api.close())

const base = '/dashboard/test/links'
const order = {
  ...{ amount: '340', order_reference_id: 'A-77', description: 'Two lamps', name: 'Sara Ali' },
  ...{ phone: '0500000001', email: 'sara@example.com', lang: 'en' },
}

/** Makes a link with this answer in place of the scoring service. Returns its payment and its page. */
async function make(decision: string) {
  succeed(await merchant.test.call('PUT', '/sandbox/decision', { decision, reasons: ['no bureau file'] }))
  await visitor.get(base)
  const link = randomUUID()
  assert.equal((await visitor.send(base, { ...order, link })).status, 303)
  const [row] = await api.service.database.query(
    `select id, status from payments where merchant_id = '${merchant.id}' order by created_at desc, id desc limit 1`,
  )
  return { id: String(row?.['id']), status: row?.['status'], page: await visitor.get(`${base}/${link}`) }
}

test('a payment link of a referred order waits for support, and shows the merchant no reason', async () => {
  const { id, status, page } = await make('refer')
  assert.equal(status, 'CREATED')
  assert.equal((await merchant.test.call('POST', `/sandbox/payments/${id}/authorize`)).status, 400)
  const { text } = await visitor.get(`/dashboard/test/payments/${id}`)
  assert.match(text, /Waits for the decision of Qist/)
  for (const shown of [text, page.text]) assert.ok(!shown.includes('no bureau file'))
  succeed(await merchant.test.call('POST', `/sandbox/payments/${id}/decide`, { decision: 'approve' }))
  assert.match((await visitor.get(`/dashboard/test/payments/${id}`)).text, /Approved: the customer may pay/)
  succeed(await merchant.test.call('POST', `/sandbox/payments/${id}/authorize`))
})

test('a payment link of a declined order is refused', async () => {
  assert.equal((await make('decline')).status, 'REJECTED')
})
