import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { assertBothOrNeither } from '../support/activities.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: DisputeShop
let agent: BackOfficeVisitor
before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
  agent = await signInAt(service.urls.uae, 'agent@support.test', 'support')
})
after(() => service.close())

/** The form of the confirmation page. */
const act = (what: string, table: string, path: string, fields: Record<string, string>) =>
  assertBothOrNeither(service, { what, table, send: () => agent.send(path, { confirmed: 'yes', ...fields }) })

test('logged together: a merchant with its stores, settings and rules', async () => {
  const path = `/support/merchants/${shop.merchantId}`
  await agent.get('/support/merchants')
  const made = { merchant: randomUUID(), name: 'Linen', merchant_code: 'L', country: 'AE' }
  await act('make_merchant', 'merchants', '/support/merchants', made)
  await act('add_store', 'stores', `${path}/stores`, { merchant_code: 'KW', country: 'KW' })
  const { text } = await agent.get(path)
  const expectedOf = (action: string): Record<string, string> => {
    const [, form = ''] = new RegExp(`action="${action}"[^>]*>([\\s\\S]*?)</form>`).exec(text) ?? assert.fail(action)
    return Object.fromEntries(
      [...form.matchAll(/<input\b[^>]*>/g)].map(([input]) =>
        [/name="([^"]*)"/, /value="([^"]*)"/].map((part) => part.exec(input)?.[1] ?? ''),
      ),
    )
  }
  const [store] = await service.database.query(
    `select id from stores where merchant_id = '${shop.merchantId}' and country = 'AE'`,
  )
  const settings = `${path}/stores/${store?.['id']}`
  const chosen = { checkout: 'strict', fee_refund: 'percent' }
  await act('change_store', 'stores', settings, { ...expectedOf(settings), ...chosen, fee_percent: '5.00' })
  const rules = { ...expectedOf(`${path}/risk`), mode: 'live', max_orders_per_day: '3' }
  await act('change_risk', 'risk_rules', `${path}/risk`, rules)
})

test('logged together: a block of a customer', async () => {
  const phone = '+971527771234'
  const address = `/support/customers?phone=${encodeURIComponent(phone)}`
  await agent.get(address)
  await agent.send(address, { reason: 'Ticket' })
  await act('block_customer', 'risk_blocks', '/support/customers/block', { phone })
  await act('unblock_customer', 'risk_blocks', '/support/customers/unblock', { phone })
})

test('logged together: a step of a dispute, and a requested return', async () => {
  const { id } = await shop.openDispute()
  const page = await agent.get(`/support/disputes/${id}`)
  const dispute = /name="dispute" value="([^"]+)"/.exec(page.text)?.[1] ?? assert.fail(page.text)
  await act('dispute_comment', 'disputes', `/support/disputes/${id}/decide`, {
    dispute,
    decision: 'comment',
    text: 'Looking',
  })
  const paymentId = await shop.capturedPayment()
  await agent.get(`/support/payments/${paymentId}`)
  const request = { amount: '40.00', amount_seen: '340.00', reason: 'The shop is gone' }
  await act('ask_return', 'return_requests', `/support/payments/${paymentId}/returns`, request)
})
