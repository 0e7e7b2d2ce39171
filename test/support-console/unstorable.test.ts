import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fillIds, listBackOfficeRoutes } from '../../testkit/back-office-routes.ts'
import { newBackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { requestErasingOf } from '../../testkit/request-erasing.ts'
import { typeUnstorable } from '../pages/shown-forms.ts'
import { openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { buyIn } from './buyer.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.close())

test('no form of any page fails on a text that the database cannot store', async () => {
  const shop = await openDisputeShop(service)
  const { id: dispute } = await shop.openDispute({ payment_id: await buyIn(shop, 'A-1') })
  const ids: Readonly<Record<string, string>> = {
    ...{ disputes: dispute, payments: await buyIn(shop, 'A-2'), merchants: shop.merchantId },
    'erasure-requests': await requestErasingOf(service.app, '+971527771234'),
  }
  const routes = (await listBackOfficeRoutes(service.app, 'support')).filter(({ method }) => method === 'GET')
  // The impersonation view has no forms.
  const paths = routes.map(({ path }) => path).filter((path) => !/\/dashboard|:id.*:/.test(path))
  const pages = paths.map((path) => fillIds(path, { id: ids[path.split('/')[2] ?? ''] }))
  const agent = await signInAt(service.urls.uae, 'agent@support.test', 'support')
  await agent.get('/support/merchants')
  // Only a merchant without an admin has the form that requests one.
  const made = await agent.send('/support/merchants', { name: 'New', merchant_code: 'N', country: 'AE' })
  const [newMerchant = ''] = made.location.split('?')
  const addresses = [...pages, newMerchant, '/support/customers?phone=%2B971527771234']
  const first = await typeUnstorable(agent, addresses)
  // The personal data is open by now, and its pages have further forms.
  const { tried, failed } = await typeUnstorable(agent, addresses, first.tried)
  assert.deepEqual([...first.failed, ...failed], [])
  for (const form of ['/returns reason', '/decide text', '/look reason', '/people email', '/risk max'])
    assert.ok(
      [...tried].some((what) => what.includes(form)),
      `${form} of ${[...tried].join('\n')}`,
    )
  const kept = await service.database.query(
    `select details->>'reason' as reason from activities where details->>'reason' is not null`,
  )
  assert.ok(kept.length >= 2)
  for (const { reason } of kept) assert.equal(reason, 'ab')
})

test('an address and a sign-in with such a text get a normal answer', async () => {
  const agent = await signInAt(service.urls.uae, 'agent2@support.test', 'support')
  for (const path of ['merchants?q=%00', 'activity?email=a%00b', 'search?q=a%00b', 'customers?phone=%00'])
    assert.equal((await agent.get(`/support/${path}`)).status, 200, path)
  const stranger = newBackOfficeVisitor(service.urls.uae)
  await stranger.get('/support/sign-in')
  const { status } = await stranger.send('/support/sign-in', { email: 'a\0b@support.test', password: 'a\0b' })
  assert.equal(status, 422)
})
