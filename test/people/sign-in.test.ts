import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assembleServer } from '../../src/entries/server.ts'
import { openMetrics } from '../../src/platform/adapters/metrics.ts'
import { sessionRules } from '../../src/platform/people/sessions/session.ts'
import {
  newBackOfficeVisitor,
  password,
  signInAt,
  tokenIn,
  tokenOf,
  trySignIn,
} from '../../testkit/back-office-visitor.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
after(() => service.close())
const { uae: url, ksa } = service.urls

const isIn = async (
  visitor: { get(path: string): Promise<{ status: number; location: string }> },
  backOffice = 'dashboard',
) => (await visitor.get(`/${backOffice}/sign-in`)).location === `/${backOffice}`

test('session cookie: a new token that scripts cannot read and other sites cannot send; only its hash is stored', async () => {
  const visitor = newBackOfficeVisitor(url)
  const { setCookie } = await trySignIn(visitor, ' Admin@Demo.test ')
  assert.match(setCookie[0] ?? '', /^qist_dashboard=[\w-]{43}; Path=\/dashboard; HttpOnly; SameSite=Lax$/)
  const token = visitor.cookies.get('qist_dashboard') ?? ''
  const rows = await service.database.query('select * from person_sessions')
  assert.ok(!JSON.stringify(rows).includes(token))
  assert.ok(!JSON.stringify(service.logged).includes(token))
  assert.ok(!JSON.stringify(service.logged).includes(password))
})

test('session cookie over TLS: bound to the host at the dashboard, and to the path at support', async () => {
  const config = { ...service.app.config, baseUrls: { uae: 'https://pay.example', ksa: 'https://pay.example' } }
  const { server } = await assembleServer({ ...service.app, config }, openMetrics(), 'uae')
  const headers = { host: 'pay.example', 'content-type': 'application/x-www-form-urlencoded' }
  for (const [backOffice, email, cookie] of [
    ['dashboard', 'admin@demo.test', /^__Host-qist_dashboard=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/],
    [
      'support',
      'agent@support.test',
      /^__Secure-qist_support=[\w-]{43}; Path=\/support; HttpOnly; SameSite=Lax; Secure$/,
    ],
  ] as const) {
    const url = `/${backOffice}/sign-in`
    const form = await server.inject({ url, headers })
    const payload = new URLSearchParams({ form_token: tokenIn(form.body) ?? '', email, password }).toString()
    const sent = { ...headers, cookie: String(form.headers['set-cookie']).split(';')[0] ?? '' }
    const answer = await server.inject({ method: 'POST', url, headers: sent, payload })
    assert.match(String(answer.headers['set-cookie']), cookie)
  }
  await server.close()
})

test('sign-in: returns to the requested page, and to no other address', async () => {
  for (const [next, lands] of [
    ['/dashboard/test/payments?q=1', '/dashboard/test/payments?q=1'],
    ['https://evil.example/', '/dashboard'],
    ['//evil.example', '/dashboard'],
  ] as const) {
    const visitor = newBackOfficeVisitor(url)
    const address = `/dashboard/sign-in?${new URLSearchParams({ next })}`
    await visitor.get(address)
    const { location } = await visitor.send(address, { email: 'admin@demo.test', password })
    assert.equal(location, lands)
  }
})

test('session: valid in both regions, and in no other back office', async () => {
  const visitor = await signInAt(url, 'admin@ksa.test')
  assert.ok(await isIn(newBackOfficeVisitor(ksa, visitor.cookies)))
  visitor.cookies.set('qist_support', visitor.cookies.get('qist_dashboard') ?? '')
  assert.ok(!(await isIn(visitor, 'support')))
  assert.equal((await trySignIn(newBackOfficeVisitor(url), 'admin@demo.test', password, 'support')).status, 422)
  assert.equal((await trySignIn(newBackOfficeVisitor(url), 'agent@support.test', password, 'dashboard')).status, 422)
  assert.ok(await isIn(await signInAt(url, 'agent2@support.test', 'support'), 'support'))
})

test('session: ends when unused, after half a day, and when the person is removed', async () => {
  const idle = await signInAt(url, 'admin@demo.test')
  const busy = await signInAt(url, 'admin@demo.test')
  for (let passed = 0; passed < sessionRules.lifetimeMs; passed += sessionRules.idleMs - 60_000) {
    assert.ok(await isIn(busy))
    service.clock.advance(sessionRules.idleMs - 60_000)
  }
  assert.deepEqual([await isIn(idle), await isIn(busy)], [false, false])
  const leaving = await signInAt(url, 'admin@demo.test')
  const copy = newBackOfficeVisitor(url, new Map(leaving.cookies))
  const { status, location } = await leaving.send('/dashboard/sign-out', { form_token: tokenOf(leaving) })
  assert.deepEqual([status, location, leaving.cookies.has('qist_dashboard')], [303, '/dashboard/sign-in', false])
  assert.ok(!(await isIn(copy)))
})

test('removing a person or changing a role takes effect at once', async () => {
  const visitor = await signInAt(url, 'operator@demo.test')
  assert.ok(await isIn(visitor))
  const ofOperator = `person_id = (select id from persons where email = 'operator@demo.test')`
  await service.database.query(`delete from memberships where ${ofOperator}`)
  assert.ok(!(await isIn(visitor)))
  const { status, text } = await trySignIn(newBackOfficeVisitor(url), 'operator@demo.test')
  assert.deepEqual([status, /belongs to no store/.test(text)], [422, true])
})

test('sandbox: the sign-in page shows the demo accounts', async () => {
  const { text } = await newBackOfficeVisitor(url).get('/dashboard/sign-in?lang=en')
  assert.match(text, /admin@demo\.test[\s\S]*qist-sandbox-1/)
  assert.match((await newBackOfficeVisitor(url).get('/support/sign-in')).text, /agent@support\.test/)
})

test("language: the chosen one, or else the browser's preference", async () => {
  const visitor = newBackOfficeVisitor(url)
  assert.match(
    (await visitor.get('/dashboard/sign-in', { 'accept-language': 'ar-AE' })).text,
    /<html lang="ar" dir="rtl"/,
  )
  assert.match(
    (await visitor.get('/dashboard/sign-in?lang=en', { 'accept-language': 'ar-AE' })).text,
    /<html lang="en"/,
  )
})
