import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newBackOfficeVisitor, password, signInAt, tokenOf } from '../../testkit/back-office-visitor.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
after(() => service.close())
const url = service.urls.uae

const langOf = async (email: string): Promise<unknown> =>
  (await service.database.query(`select lang from persons where email = '${email}'`))[0]?.lang

test('form token: accepted for its own session; refused for another session, another back office, or if missing', async () => {
  const visitor = await signInAt(url, 'analyst@demo.test')
  const stranger = await signInAt(url, 'admin@demo.test')
  const agent = await signInAt(url, 'agent@support.test', 'support')
  const send = async (form_token: string) => (await visitor.send('/dashboard/lang', { lang: 'ar', form_token })).status
  for (const token of ['', 'x', tokenOf(stranger), tokenOf(agent, 'support'), tokenOf(visitor, 'support')])
    assert.equal(await send(token), 403)
  assert.equal(await langOf('analyst@demo.test'), 'en')
  assert.equal(await send(tokenOf(visitor)), 303)
  assert.equal(await langOf('analyst@demo.test'), 'ar')
})

test('cross-site form: refused', async () => {
  const visitor = await signInAt(url, 'admin@other.test')
  const send = async (headers: Record<string, string>) =>
    (await visitor.send('/dashboard/lang', { lang: 'ar', form_token: tokenOf(visitor) }, headers)).status
  for (const site of ['cross-site', 'same-site']) assert.equal(await send({ 'sec-fetch-site': site }), 403)
  for (const origin of ['https://evil.example', `${url}.evil.example`, url.replace('http:', 'ftp:')])
    assert.equal(await send({ origin, 'sec-fetch-site': 'same-origin' }), 403)
  // A form with `Origin: null` is refused, unless the browser reports the same origin.
  for (const site of [{}, { 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'cross-site' }])
    assert.equal(await send({ origin: 'null', ...site }), 403)
  assert.equal(await langOf('admin@other.test'), 'en')
  assert.equal(await send({ origin: url, 'sec-fetch-site': 'same-origin' }), 303)
})

test('sign-in form: refused from another site, or with the token of another browser', async () => {
  const visitor = newBackOfficeVisitor(url)
  await visitor.get('/dashboard/sign-in')
  const fields = { email: 'admin@demo.test', password }
  const crossSite = { 'sec-fetch-site': 'cross-site' }
  assert.equal((await visitor.send('/dashboard/sign-in', fields, crossSite)).status, 403)
  assert.equal((await visitor.send('/dashboard/sign-in', { ...fields, form_token: 'x' })).status, 403)
  const other = newBackOfficeVisitor(url)
  await other.get('/dashboard/sign-in')
  other.cookies.clear()
  assert.equal((await other.send('/dashboard/sign-in', fields)).status, 403)
  assert.equal(visitor.cookies.has('qist_dashboard'), false)
})

test('form token: a token planted by an attacker is never used', async () => {
  const planted = 'A'.repeat(43)
  const victim = newBackOfficeVisitor(url, new Map([['qist_dashboard', planted]]))
  await victim.get('/dashboard/sign-in')
  await victim.send('/dashboard/sign-in', { email: 'admin@demo.test', password })
  assert.notEqual(victim.cookies.get('qist_dashboard'), planted)
  const attacker = newBackOfficeVisitor(url, new Map([['qist_dashboard', planted]]))
  assert.equal((await attacker.send('/dashboard/lang', { form_token: tokenOf(attacker) })).status, 403)
})

test('form without a session: refused before its fields are read', async () => {
  assert.equal((await newBackOfficeVisitor(url).send('/dashboard/lang', { lang: 'ar' })).status, 403)
  assert.equal((await newBackOfficeVisitor(url).send('/dashboard/sign-out')).status, 403)
})
