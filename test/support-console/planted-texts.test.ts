import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fillIds, listBackOfficeRoutes } from '../../testkit/back-office-routes.ts'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type PlantedIds, planted, plantedText, plantTexts } from './planted-texts.ts'

let service: TestService
let shop: DisputeShop
let ids: PlantedIds
let agent: BackOfficeVisitor
let base: string
before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
  ids = await plantTexts(service, shop)
  agent = await signInAt(service.urls.uae, 'agent@support.test', 'support')
  const merchant = `/support/merchants/${shop.merchantId}`
  base = `${merchant}/dashboard`
  await agent.get(merchant)
  assert.equal((await agent.send(`${merchant}/look`, { reason: 'Ticket 9' })).status, 303)
})
after(() => service.close())

/** Every page that agents are served: the console, and the merchant's dashboard. */
async function listAddresses(): Promise<string[]> {
  const routes = (await listBackOfficeRoutes(service.app, 'support')).filter(({ method }) => method === 'GET')
  return routes.map(({ path }) => {
    const whose = path.replace(/^\/support\/merchants\/:\w+/, `/support/merchants/${shop.merchantId}`)
    const [, section = ''] = /(?:\/live|\/test|^\/support)\/(\w+)/.exec(whose.replace(/^.*\/dashboard/, '')) ?? []
    const others = { file: ids.payments, store: ids.payments, request: ids.payments, notification: ids['events'] }
    return fillIds(whose, { ...others, id: ids[section] ?? ids.payments, event: ids.events, replay: ids.webhooks })
  })
}

test('before a reason no page shows a text that a shop or a customer typed', async () => {
  const addresses = await listAddresses()
  const shown: string[] = []
  for (const address of addresses) {
    const { status, text, location } = await agent.get(address)
    assert.doesNotMatch(text + location, planted, address)
    assert.doesNotMatch(text, /527770000/, address)
    assert.ok(status < 500, `${address} ${status}`)
    if (status === 200) shown.push(address)
  }
  const expected = [
    ...['/support', '/support/disputes', `/support/disputes/${ids.disputes}`, `/support/payments/${ids.payments}`],
    ...['', '/payments', '/links', '/disputes', '/settlements', '/webhooks', '/activity'].map(
      (path) => `${base}/live${path}`,
    ),
    ...[`payments/${ids.payments}`, `disputes/${ids.disputes}`, `links/${ids.links}`, `webhooks/${ids.webhooks}`].map(
      (path) => `${base}/live/${path}`,
    ),
    ...[`settlements/${ids.settlements}`, `settlements/${ids.settlements}/statement`, `payouts/${ids.payouts}`].map(
      (path) => `${base}/live/${path}`,
    ),
    `${base}/live/webhooks/${ids.webhooks}/events/${ids.events}`,
  ]
  assert.deepEqual(
    expected.filter((address) => !shown.includes(address)),
    [],
  )
})

test('before a reason no filter, search or full timeline shows such a text', async () => {
  const order = encodeURIComponent(plantedText('ChangedReference'))
  for (const address of [
    '/support/disputes?waits=support',
    `${base}/live/payments?status=all`,
    `${base}/live/payments/${ids.payments}?all=timeline`,
    `${base}/live/payments/${ids.payments}?all=notifications`,
    `${base}/live/disputes?status=to_answer`,
  ]) {
    const { status, text } = await agent.get(address)
    assert.equal(status, 200, address)
    assert.doesNotMatch(text, planted, address)
  }
  // Whether a name or phone has results would reveal the buyer.
  assert.equal((await agent.get(`${base}/live/payments?q=${order}`)).status, 403)
})

test('before a reason no answer of a form shows such a text', async () => {
  for (const [path, fields] of [
    [`/support/disputes/${ids.disputes}/decide`, { dispute: 'x' }],
    [`/support/disputes/${ids.disputes}/decide`, { decision: 'comment', text: '' }],
    [`/support/payments/${ids.payments}/returns`, { amount: '1.00', amount_seen: '330.00', reason: 'Gone' }],
    [`/support/payments/${ids.payments}/returns`, { amount: 'x', amount_seen: '330.00', reason: 'Gone' }],
  ] as const) {
    const { text, location } = await agent.send(path, fields)
    assert.doesNotMatch(text + location, planted, path)
  }
})

test("after a reason the case shows all texts, on its own pages and on the payment's page of the dashboard", async () => {
  const opened = await agent.send(`/support/payments/${ids.payments}/open`, { reason: 'Ticket 9' })
  assert.equal(opened.status, 303)
  const support = await agent.get(`/support/payments/${ids.payments}`)
  for (const place of ['ChangedReference', 'CaptureReference', 'Buyer', 'Meta'])
    assert.match(support.text, new RegExp(plantedText(place)))
  const dispute = await agent.get(`/support/disputes/${ids.disputes}`)
  for (const place of ['Comment', 'Challenge', 'Question', 'Evidence'])
    assert.match(dispute.text, new RegExp(plantedText(place)))
  const own = await agent.get(`${base}/live/payments/${ids.payments}`)
  for (const place of ['RefundReason', 'ItemTitle', 'Address', 'Answer', 'Description'])
    assert.match(own.text, new RegExp(plantedText(place)), place)
  assert.doesNotMatch((await agent.get(`${base}/live/payments`)).text, planted)
})
