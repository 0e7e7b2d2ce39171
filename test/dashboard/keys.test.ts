import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minute } from '../../src/platform/base/times.ts'
import {
  type BackOfficeVisitor,
  newBackOfficeVisitor,
  password,
  signInAt,
  trySignIn,
} from '../../testkit/back-office-visitor.ts'
import { openShop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let admin: BackOfficeVisitor
let merchantKeys: { test: { secret: string } }
const path = '/dashboard/test/keys'

before(async () => {
  service = await startTestService()
  const stores = [{ merchant_code: 'main', country: 'AE' }]
  const made = await openShop(service.urls.uae, '').call('POST', '/sandbox/merchants', {
    name: 'Shop',
    region: 'uae',
    stores,
  })
  merchantKeys = made.body.keys
  admin = newBackOfficeVisitor(service.urls.uae)
  assert.equal((await trySignIn(admin, made.body.dashboard.email)).status, 303)
})
after(() => service.close())

const works = async (key: string): Promise<number> =>
  (await openShop(service.urls.uae, key).call('GET', '/api/v1/webhooks')).status
const formOf = (page: string): string => /name="key" value="([^"]+)"/.exec(page)?.[1] ?? assert.fail()
const idIn = (page: string, lastFour: string): string =>
  new RegExp(`${lastFour}[\\s\\S]*?keys/([0-9a-f-]{36})/revoke`).exec(page)?.[1] ?? assert.fail(lastFour)

test('a key is made with a name, and its value is shown once', async () => {
  const key = formOf((await admin.get(path)).text)
  const made = await admin.send(path, { key, kind: 'secret', may_webhooks: 'yes', name: '<b>Web</b> shop' })
  const shown = /value="(sk_test_[0-9a-f-]{36})"/.exec(made.text)?.[1] ?? assert.fail(made.text)
  assert.equal(made.headers.get('cache-control'), 'no-store')
  assert.equal(await works(shown), 200)
  const again = await admin.send(path, { key, kind: 'secret', may_webhooks: 'yes', name: 'Web shop' })
  assert.equal(again.status, 409)
  const listed = (await admin.get(path)).text
  assert.match(listed, /&lt;b>Web&lt;\/b> shop/)
  assert.match(listed, new RegExp(`sk_test_…${shown.slice(-4)}`))
  for (const page of [again.text, listed, (await admin.get('/dashboard/live/keys')).text])
    assert.ok(!page.includes(shown))
  assert.ok(!JSON.stringify(service.logged).includes(shown))
  const [count] = await service.database.query(`select count(*)::int as n from keys where name like '%Web%'`)
  assert.equal(count?.['n'], 1)
})

test('two keys work during a rotation, their last use is shown, and the old one is revoked once', async () => {
  const old = merchantKeys.test.secret
  const made = await admin.send(path, {
    key: formOf((await admin.get(path)).text),
    kind: 'secret',
    may_webhooks: 'yes',
    name: 'New',
  })
  const fresh = /value="(sk_test_[^"]+)"/.exec(made.text)?.[1] ?? assert.fail()
  assert.deepEqual([await works(old), await works(fresh)], [200, 200])
  const id = idIn((await admin.get(path)).text, old.slice(-4))
  const question = await admin.send(`${path}/${id}/revoke`)
  assert.match(question.text, /Whatever uses it stops at once/)
  assert.match(question.text, /It was last used on/)
  assert.equal(await works(old), 200)
  assert.equal((await admin.send(`${path}/${id}/revoke`, { confirmed: 'yes' })).location, `${path}?done=revoked`)
  assert.deepEqual([await works(old), await works(fresh)], [401, 200])
  assert.match((await admin.get(path)).text, /Revoked keys/)
  const twice = await admin.send(`${path}/${id}/revoke`, { confirmed: 'yes' })
  assert.deepEqual([twice.status, /revoked already/.test(twice.text)], [409, true])
})

test('revoking the last secret key: the page warns of the consequences', async () => {
  const live = '/dashboard/live/keys'
  const page = (await admin.get(live)).text
  const id = /sk_…[\s\S]*?keys\/([0-9a-f-]{36})\/revoke/.exec(page)?.[1] ?? assert.fail()
  assert.match((await admin.send(`${live}/${id}/revoke`)).text, /the last secret key of this mode/)
  assert.match((await admin.get(live)).text, /Not used yet/)
})

test('making or revoking a key needs a recent password, and the form continues after it', async () => {
  service.clock.advance(11 * minute)
  const key = formOf((await admin.get(path)).text)
  const request = { key, kind: 'public', name: 'App' }
  const question = await admin.send(path, request)
  assert.match(question.text, /name="proof_password"/)
  assert.match(question.text, /name="name" value="App"/)
  assert.equal((await admin.send(path, { ...request, proof_password: 'wrong' })).status, 422)
  const [none] = await service.database.query(`select count(*)::int as n from keys where name = 'App'`)
  assert.equal(none?.['n'], 0)
  assert.match((await admin.send(path, { ...request, proof_password: password })).text, /value="pk_test_/)
})

test('a name with two lines or 61 characters is refused, and the input is kept', async () => {
  for (const name of ['x'.repeat(61), 'one\u2028two']) {
    const refused = await admin.send(path, { key: formOf((await admin.get(path)).text), may_read: 'yes', name })
    assert.deepEqual([refused.status, /Type one line/.test(refused.text)], [422, true])
  }
})

test('admins and developers see keys, also in live mode; operators and analysts do not', async () => {
  for (const [role, status] of [
    ['developer', 200],
    ['operator', 403],
    ['analyst', 403],
  ] as const) {
    const visitor = await signInAt(service.urls.uae, `${role}@demo.test`)
    for (const page of [path, '/dashboard/live/keys'])
      assert.equal((await visitor.get(page)).status, status, `${role} ${page}`)
    if (status === 403) assert.equal((await visitor.send(path, { kind: 'secret', form_token: '' })).status, 403)
  }
})

test('a key of another merchant or mode is not found and keeps working', async () => {
  const stranger = await signInAt(service.urls.uae, 'admin@demo.test')
  const page = (await admin.get(path)).text
  const id = /keys\/([0-9a-f-]{36})\/revoke/.exec(page)?.[1] ?? assert.fail()
  await stranger.get(path)
  assert.equal((await stranger.send(`${path}/${id}/revoke`, { confirmed: 'yes' })).status, 404)
  assert.equal((await admin.send(`/dashboard/live/keys/${id}/revoke`, { confirmed: 'yes' })).status, 404)
  const [row] = await service.database.query(`select revoked_at from keys where id = '${id}'`)
  assert.equal(row?.['revoked_at'], null)
})
