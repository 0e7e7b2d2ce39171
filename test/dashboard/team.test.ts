import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minute } from '../../src/platform/base/times.ts'
import { type BackOfficeVisitor, password, signInAt } from '../../testkit/back-office-visitor.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let admin: BackOfficeVisitor
const path = '/dashboard/test/team'

before(async () => {
  service = await startTestService()
  admin = await signInAt(service.urls.uae, 'admin@demo.test')
})
after(() => service.close())

const idOf = async (email: string): Promise<string> =>
  String((await service.database.query(`select id from persons where email = '${email}'`))[0]?.['id'])
const roleOf = async (email: string): Promise<unknown> =>
  (await service.database.query(`select role from memberships where person_id = '${await idOf(email)}'`))[0]?.['role']

test('a colleague is invited by a link that is shown once, and listed until they join', async () => {
  assert.match((await admin.get(path)).text, /operator@demo\.test/)
  const invited = await admin.send(`${path}/invite`, { email: 'New@Shop.test', role: 'analyst' })
  const link =
    /value="(http[^"]+\/dashboard\/invitation\?token=[^"]+)"/.exec(invited.text)?.[1] ?? assert.fail(invited.text)
  assert.match(invited.text, /Send this link to new@shop\.test/)
  const listed = (await admin.get(path)).text
  assert.match(listed, /Invited, not here yet[\s\S]*new@shop\.test[\s\S]*Analyst/)
  assert.ok(!listed.includes(link))
  assert.equal((await fetch(link)).status, 200)
  const invitation = /name="invitation" value="([^"]+)"/.exec(listed)?.[1] ?? assert.fail()
  assert.equal((await admin.send(`${path}/withdraw`, { invitation })).status, 303)
  assert.doesNotMatch((await admin.get(path)).text, /new@shop/)
  assert.equal((await admin.send(`${path}/withdraw`, { invitation })).status, 409)
})

test('an invalid e-mail, or one of a member, is not invited', async () => {
  await admin.get(path)
  const wrong = await admin.send(`${path}/invite`, { email: 'nobody', role: 'analyst' })
  assert.deepEqual(
    [wrong.status, /Type an e-mail/.test(wrong.text), /value="nobody"/.test(wrong.text)],
    [422, true, true],
  )
  const there = await admin.send(`${path}/invite`, { email: 'analyst@demo.test', role: 'admin' })
  assert.deepEqual([there.status, /in the team already/.test(there.text)], [409, true])
  assert.equal((await admin.send(`${path}/invite`, { email: 'a@b.test', role: 'owner' })).status, 404)
})

test('a changed role needs a confirmation and the password, and applies at once', async () => {
  const operator = await signInAt(service.urls.uae, 'operator@demo.test')
  assert.equal((await operator.get('/dashboard/test/settings')).status, 403)
  service.clock.advance(11 * minute)
  await admin.get(path)
  const request = { person: await idOf('operator@demo.test'), role: 'developer' }
  assert.match((await admin.send(`${path}/role`, request)).text, /operator@demo\.test\u2069 Developer\?/)
  const confirmed = { ...request, confirmed: 'yes' }
  assert.match((await admin.send(`${path}/role`, confirmed)).text, /name="proof_password"/)
  assert.equal(await roleOf('operator@demo.test'), 'operator')
  assert.equal((await admin.send(`${path}/role`, { ...confirmed, proof_password: password })).status, 303)
  assert.equal(await roleOf('operator@demo.test'), 'developer')
  assert.equal((await operator.get('/dashboard/test/settings')).status, 200)
})

test('the last admin can neither leave nor change the role', async () => {
  await admin.get(path)
  const person = await idOf('admin@demo.test')
  for (const [form, fields] of [
    ['role', { role: 'analyst' }],
    ['remove', {}],
  ] as const) {
    const refused = await admin.send(`${path}/${form}`, { person, ...fields, confirmed: 'yes' })
    assert.deepEqual([refused.status, /the last admin/.test(refused.text)], [409, true], form)
  }
  assert.equal(await roleOf('admin@demo.test'), 'admin')
})

test('a removed person is signed out at once, and their log entries stay', async () => {
  const analyst = await signInAt(service.urls.uae, 'analyst@demo.test')
  const person = await idOf('analyst@demo.test')
  await admin.get(path)
  assert.match((await admin.send(`${path}/remove`, { person })).text, /signed out at once/)
  assert.equal((await analyst.get('/dashboard/test/payments')).status, 200)
  assert.equal((await admin.send(`${path}/remove`, { person, confirmed: 'yes' })).status, 303)
  assert.equal((await analyst.get('/dashboard/test/payments')).status, 303)
  assert.match((await admin.get('/dashboard/test/activity?email=analyst@demo.test')).text, /Signed in/)
  assert.match(
    (await admin.get('/dashboard/test/activity?what=remove_member')).text,
    /Removed somebody[\s\S]*analyst@demo\.test/,
  )
})

test('only admins see the team, and another merchant sees none of its people', async () => {
  const developer = await signInAt(service.urls.uae, 'developer@demo.test')
  assert.equal((await developer.get(path)).status, 403)
  assert.equal((await developer.send(`${path}/invite`, { email: 'x@y.test', role: 'admin' })).status, 403)
  const stranger = await signInAt(service.urls.uae, 'admin@other.test')
  assert.doesNotMatch((await stranger.get(path)).text, /demo\.test/)
  const person = await idOf('developer@demo.test')
  for (const form of ['role', 'remove'])
    assert.equal((await stranger.send(`${path}/${form}`, { person, role: 'admin', confirmed: 'yes' })).status, 404)
  assert.equal(await roleOf('developer@demo.test'), 'developer')
})
