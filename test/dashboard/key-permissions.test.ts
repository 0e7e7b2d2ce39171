import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minute } from '../../src/platform/base/times.ts'
import { type KeyPermission, permissions } from '../../src/platform/merchants/keys/key.ts'
import { type BackOfficeVisitor, password, signInAt } from '../../testkit/back-office-visitor.ts'
import { openShop, type Shop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let admin: BackOfficeVisitor
let developer: BackOfficeVisitor
const live = '/dashboard/live/keys'
const inTest = '/dashboard/test/keys'

before(async () => {
  service = await startTestService()
  admin = await signInAt(service.urls.uae, 'admin@demo.test')
  developer = await signInAt(service.urls.uae, 'developer@demo.test')
})
after(() => service.close())

const boxesOf = (...chosen: readonly KeyPermission[]): Record<string, string> =>
  Object.fromEntries(chosen.map((permission) => [`may_${permission}`, 'yes']))
const formKey = (page: string): string => /name="key" value="([^"]+)"/.exec(page)?.[1] ?? assert.fail()
const boxesIn = (page: string): string[] => [...page.matchAll(/name="may_(\w+)"/g)].map(([, name = '']) => name)
const tickedIn = (page: string): string[] =>
  [...page.matchAll(/name="may_(\w+)" value="yes" checked/g)].map(([, name = '']) => name)
const shopOf = (page: string): Shop =>
  openShop(service.urls.uae, /value="(sk_[^"]+)"/.exec(page)?.[1] ?? assert.fail(page))

async function issue(visitor: BackOfficeVisitor, path: string, fields: Record<string, string>) {
  const key = formKey((await visitor.get(path)).text)
  return visitor.send(path, { key, kind: 'secret', name: 'Restricted', ...fields })
}

async function countKeys(): Promise<unknown> {
  const [row] = await service.database.query('select count(*)::int as n from keys')
  return row?.['n']
}

test('new key: all permissions are ticked in test mode, none in live mode, and each is explained', async () => {
  const [forTest, forLive] = [(await admin.get(inTest)).text, (await admin.get(live)).text]
  assert.deepEqual([boxesIn(forTest), tickedIn(forTest)], [[...permissions], [...permissions]])
  assert.deepEqual([boxesIn(forLive), tickedIn(forLive)], [[...permissions], []])
  assert.match(forLive, /refund payments, and approve disputes/)
})

test('a key has exactly the ticked permissions, and the list shows them', async () => {
  const shop = shopOf((await issue(admin, live, boxesOf('read', 'refund'))).text)
  assert.equal((await shop.call('GET', '/api/v2/payments')).status, 200)
  const refused = await shop.call('GET', '/api/v1/webhooks')
  assert.deepEqual([refused.status, refused.body.errorType], [403, 'no_permission'])
  const page = (await admin.get(live)).text
  assert.match(page, /Restricted[\s\S]*?read, refund/)
  assert.match(page, /Everything/)
})

test('a secret key without permissions is refused, and the input is kept', async () => {
  const before = await countKeys()
  const refused = await issue(admin, live, { name: 'Mine' })
  assert.deepEqual([refused.status, /Choose at least one/.test(refused.text)], [422, true])
  assert.match(refused.text, /value="Mine"/)
  const named = await issue(admin, live, { name: 'x'.repeat(61), ...boxesOf('capture') })
  assert.deepEqual([named.status, tickedIn(named.text)], [422, ['capture']])
  assert.equal(await countKeys(), before)
})

test("a developer can give live keys only a developer's live permissions", async () => {
  const page = (await developer.get(live)).text
  assert.deepEqual(boxesIn(page), ['webhooks'])
  assert.match(page, /Only an admin/)
  const before = await countKeys()
  for (const permission of permissions.filter((one) => one !== 'webhooks')) {
    for (const chosen of [boxesOf(permission), boxesOf(permission, 'webhooks'), boxesOf(...permissions)])
      assert.equal((await issue(developer, live, chosen)).status, 403, permission)
  }
  assert.equal(await countKeys(), before)
  const shop = shopOf((await issue(developer, live, boxesOf('webhooks'))).text)
  assert.equal((await shop.call('GET', '/api/v1/webhooks')).status, 200)
  assert.equal((await shop.call('GET', '/api/v2/payments')).status, 403)
})

test('a developer makes live public keys, which cannot move money, and test keys with all permissions', async () => {
  const made = await issue(developer, live, { kind: 'public', ...boxesOf('refund') })
  const key = /value="(pk_[^"]+)"/.exec(made.text)?.[1] ?? assert.fail(made.text)
  assert.equal((await openShop(service.urls.uae, key).call('GET', '/api/v2/payments')).status, 401)
  const shop = shopOf((await issue(developer, inTest, boxesOf(...permissions))).text)
  assert.equal((await shop.call('GET', '/api/v2/payments')).status, 200)
})

test('a role that changed after the page was shown decides', async () => {
  const visitor = await signInAt(service.urls.uae, 'admin@demo.test')
  const key = formKey((await visitor.get(live)).text)
  const become = (role: string) =>
    service.database.query(`update memberships set role = '${role}'
      where person_id = (select id from persons where email = 'admin@demo.test')`)
  await become('developer')
  const fields = { key, kind: 'secret', name: 'Late', ...boxesOf('refund') }
  assert.equal((await visitor.send(live, fields)).status, 403)
  await become('admin')
  assert.match((await visitor.send(live, fields)).text, /value="sk_/)
})

test('the ticked permissions survive re-authentication', async () => {
  service.clock.advance(11 * minute)
  const key = formKey((await admin.get(live)).text)
  const fields = { key, kind: 'secret', name: 'Proved', ...boxesOf('disputes', 'settlements') }
  const question = await admin.send(live, fields)
  assert.match(question.text, /name="proof_password"/)
  assert.match(question.text, /name="may_disputes" value="yes"/)
  const shop = shopOf((await admin.send(live, { ...fields, proof_password: password })).text)
  assert.equal((await shop.call('GET', '/api/v1/disputes')).status, 200)
  assert.equal((await shop.call('GET', '/api/v1/payouts')).status, 200)
  assert.equal((await shop.call('GET', '/api/v2/payments')).status, 403)
})

test('the log has the permissions of a key', async () => {
  const visitor = await signInAt(service.urls.uae, 'admin@demo.test')
  await issue(visitor, live, { name: 'Logged', ...boxesOf('capture', 'refund') })
  const page = (await visitor.get('/dashboard/live/activity?what=issue_key')).text.replaceAll(/[\u2066-\u2069]/g, '')
  assert.match(page, /Logged[\s\S]*?may do: capture, refund/)
})

test("a developer cannot resend a live payment's notification from the payment's page", async () => {
  const shop = openShop(service.urls.uae, 'sk_11111111-1111-4111-8111-111111111111')
  const id = await shop.capturedPayment()
  await developer.get(live)
  assert.equal((await developer.send(`/dashboard/live/payments/${id}/resend`)).status, 403)
})
