import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newBackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
after(() => service.close())
const url = service.urls.uae
const me = '/dashboard/me'
const nameOf = async (email: string, table = 'persons'): Promise<unknown> =>
  (await service.database.query(`select name from ${table} where email = '${email}'`))[0]?.['name']

test('a name is saved on the own page, shown in the team and the log, and logged; the e-mail stays the evidence', async () => {
  const admin = await signInAt(url, 'admin@demo.test')
  await admin.get(me)
  const saved = await admin.send(`${me}/name`, { name: '  عمر   الفاسي ' })
  assert.deepEqual([saved.status, saved.location], [303, `${me}?note=name`])
  assert.equal(await nameOf('admin@demo.test'), 'عمر الفاسي')
  const shown = /<bdi class="strong">عمر الفاسي<\/bdi> <bdi class="soft" dir="ltr">admin@demo\.test<\/bdi>/
  for (const path of ['/dashboard/test/team', '/dashboard/test/activity'])
    assert.match((await admin.get(path)).text, shown)
  assert.match((await admin.get('/dashboard/test/activity?what=change_name')).text, /name: \u2068عمر الفاسي\u2069/)
  const csv = (await admin.get('/dashboard/test/activity.csv')).text
  assert.match(csv, /,admin@demo\.test,sign_in,/)
  const agent = await signInAt(url, 'agent@support.test', 'support')
  const [merchant] = await service.database.query(`select merchant_id from merchants where name = 'Demo UAE'`)
  assert.match((await agent.get(`/support/merchants/${merchant?.['merchant_id']}`)).text, shown)
  // Sent again, it is no second entry. An empty name removes it.
  await admin.get(me)
  await admin.send(`${me}/name`, { name: 'عمر الفاسي' })
  await admin.send(`${me}/name`, { name: '' })
  assert.equal(await nameOf('admin@demo.test'), null)
  assert.equal((await service.database.query("select from activities where what = 'change_name'")).length, 2)
})

test('a name that is no name is refused at its field, and kept there', async () => {
  const agent = await signInAt(url, 'agent@support.test', 'support')
  await agent.get('/support/me')
  for (const [name, problem] of [
    ['admin@demo.test', /neither @ nor invisible/],
    ['Sara\u202eHaddad', /neither @ nor invisible/],
    ['x'.repeat(61), /at most 60 characters/],
  ] as const) {
    const { status, text } = await agent.send('/support/me/name', { name })
    assert.deepEqual([status, problem.test(text), text.includes(`value="${name}"`)], [422, true, true], name)
  }
  assert.equal(await nameOf('agent@support.test', 'agents'), null)
})

test('a script in a name is text', async () => {
  const admin = await signInAt(url, 'admin@demo.test')
  await admin.get(me)
  await admin.send(`${me}/name`, { name: '<script>a("b")</script>' })
  for (const path of [me, '/dashboard/test/team', '/dashboard/test/activity'])
    assert.doesNotMatch((await admin.get(path)).text, /<script>a/)
  assert.match((await admin.get('/dashboard/test/team')).text, /&lt;script>a\(/)
})

test('a newcomer may give a name when accepting the invitation', async () => {
  const admin = await signInAt(url, 'admin@demo.test')
  await admin.get('/dashboard/test/team')
  const invited = await admin.send('/dashboard/test/team/invite', { email: 'new@shop.test', role: 'analyst' })
  const link = /value="http[^"]+(\/dashboard\/invitation\?token=[^"]+)"/.exec(invited.text)?.[1] ?? assert.fail()
  const newcomer = newBackOfficeVisitor(url)
  assert.match((await newcomer.get(`${link}&lang=ar`)).text, /اسمك/)
  const refused = await newcomer.send(link, { password: 'violet-otter-seven', name: 'a@b' })
  assert.deepEqual([refused.status, /neither @ nor invisible/.test(refused.text)], [422, true])
  assert.equal((await newcomer.send(link, { password: 'violet-otter-seven', name: 'Layla' })).status, 303)
  assert.equal(await nameOf('new@shop.test'), 'Layla')
  assert.match((await admin.get('/dashboard/test/team')).text, /Layla<\/bdi>[\s\S]*new@shop\.test/)
})
