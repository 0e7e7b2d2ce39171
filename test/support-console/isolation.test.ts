import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BackOfficeRoute, listBackOfficeRoutes, listGuardedRoutes } from '../../testkit/back-office-routes.ts'
import { type BackOfficeVisitor, newBackOfficeVisitor, signInAt, tokenOf } from '../../testkit/back-office-visitor.ts'
import { readEverything } from '../dashboard/read-everything.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: DisputeShop
let admin: BackOfficeVisitor
let agent: BackOfficeVisitor
let targets: readonly (BackOfficeRoute & { readonly url: string })[]

before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
  const { id, payment_id } = await shop.openDispute()
  const kinds: Readonly<Record<string, string>> = { disputes: id, payments: payment_id, merchants: shop.merchantId }
  admin = await signInAt(service.urls.uae, 'admin@demo.test')
  agent = await signInAt(service.urls.uae, 'agent@support.test', 'support')
  targets = (await listGuardedRoutes(service.app, 'support')).map((route) => {
    const own = kinds[route.path.split('/')[2] ?? ''] ?? payment_id
    return { ...route, url: route.path.replace(':id', own).replace(/:\w+/g, payment_id) }
  })
})
after(() => service.close())

/** All rows, and the number of support's log entries. */
async function statesOf(): Promise<unknown> {
  const [row] = await service.database.query(
    `select count(*)::int as activities from activities where desk = 'support' and what <> 'sign_in'`,
  )
  return [row, await readEverything(service.database)]
}

test('the lists of pages and forms are not empty', () => {
  assert.ok(targets.filter(({ method }) => method === 'GET').length >= 12)
  assert.ok(targets.filter(({ method }) => method === 'POST').length >= 15)
})

test("no page or form works without a session, with a session of the dashboard, or with its token as support's cookie", async () => {
  const before = await statesOf()
  const disguised = newBackOfficeVisitor(
    service.urls.uae,
    new Map([['qist_support', admin.cookies.get('qist_dashboard') ?? '']]),
  )
  for (const visitor of [newBackOfficeVisitor(service.urls.uae), admin, disguised]) {
    for (const { method, url } of targets) {
      const form_token = tokenOf(visitor, 'support')
      const fields = { form_token, confirmed: 'yes', reason: 'x', phone: '+971500000001', name: 'X', country: 'AE' }
      const answer = method === 'GET' ? await visitor.get(url) : await visitor.send(url, fields)
      assert.equal(answer.status, method === 'GET' ? 303 : 403, `${method} ${url}`)
      if (method === 'GET') assert.match(answer.location, /^\/support\/sign-in/)
    }
  }
  assert.deepEqual(await statesOf(), before)
})

test("an agent's session opens nothing at the dashboard", async () => {
  const dashboard = await listBackOfficeRoutes(service.app, 'dashboard')
  const disguised = newBackOfficeVisitor(
    service.urls.uae,
    new Map([['qist_dashboard', agent.cookies.get('qist_support') ?? '']]),
  )
  for (const visitor of [agent, disguised]) {
    for (const { method, path } of dashboard.filter((route) =>
      /^\/dashboard(\/(test|live)(\/|$)|$)/.test(route.path),
    )) {
      const url = path.replace(/:\w+/g, shop.merchantId)
      const fields = { form_token: tokenOf(visitor, 'dashboard') }
      const answer = method === 'GET' ? await visitor.get(url) : await visitor.send(url, fields)
      assert.equal(answer.status, method === 'GET' ? 303 : 403, `${method} ${url}`)
      if (method === 'GET') assert.match(answer.location, /^\/dashboard\/sign-in/)
    }
  }
})

test("a form from another site, or without this session's token, is refused and changes nothing", async () => {
  const colleague = await signInAt(service.urls.uae, 'agent2@support.test', 'support')
  const before = await statesOf()
  const fields = { confirmed: 'yes', reason: 'x', phone: '+971500000001', name: 'X', merchant_code: 'X', country: 'AE' }
  for (const { url } of targets.filter(({ method }) => method === 'POST')) {
    const own = { ...fields, form_token: tokenOf(agent, 'support') }
    const tries = [
      await agent.send(url, own, { 'sec-fetch-site': 'cross-site' }),
      await agent.send(url, own, { origin: 'https://evil.example' }),
      await agent.send(url, { ...fields, form_token: tokenOf(colleague, 'support') }),
      await agent.send(url, { ...fields, form_token: '' }),
    ]
    assert.deepEqual(
      tries.map(({ status }) => status),
      [403, 403, 403, 403],
      url,
    )
  }
  assert.deepEqual(await statesOf(), before)
})

test('an unknown address is answered with a page', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  for (const path of [
    `payments/${nobody}`,
    `disputes/${nobody}`,
    `merchants/${nobody}`,
    'payments/x',
    'nothing',
    'disputes/x/files/y',
  ]) {
    const page = await agent.get(`/support/${path}`)
    assert.equal(page.status, 404, path)
    assert.match(page.text, /There is no such page/, path)
  }
})
