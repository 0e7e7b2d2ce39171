import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { totpCode } from '../../src/platform/people/second-factor/totp.ts'
import { sessionRules } from '../../src/platform/people/sessions/session.ts'
import { newBackOfficeVisitor, password, trySignIn } from '../../testkit/back-office-visitor.ts'
import { startTestService } from '../support/service.ts'

const env = {
  QIST_MODE: 'production',
  DATABASE_URL: 'postgres://nowhere',
  SECRETS_KEY: 'a1b2'.repeat(16),
  SIGNING_KEY: 'c3d4'.repeat(16),
  RATE_LIMITS: 'off',
}
const service = await startTestService({ env })
after(() => service.close())
const url = service.urls.uae
const page = '/support/me/second-factor'

test('production: the support console requires a second factor and sets it up at sign-in', async () => {
  const agent = newBackOfficeVisitor(url)
  const { location } = await trySignIn(agent, 'agent@support.test', undefined, 'support')
  assert.equal(location, `${page}?next=%2Fsupport`)
  for (const closed of ['/support/me', '/support/me/sessions'])
    assert.match((await agent.get(closed)).location, /sign-in/)
  assert.equal((await agent.get('/support/sign-in')).location, location)
  // A slow set-up is asked again and gains no more access.
  service.clock.advance(sessionRules.provedMs)
  assert.ok(!(await agent.get(location)).text.includes('class="letters"'))
  assert.equal((await agent.send('/support/prove', { next: location, proof_password: 'wrong' })).status, 422)
  const proved = await agent.send('/support/prove', { next: location, proof_password: password })
  assert.deepEqual([proved.status, proved.location], [303, location])
  assert.match((await agent.get('/support/me')).location, /sign-in/)
  const form = await agent.get(location)
  const secret = /class="letters">([^<]+)</.exec(form.text)?.[1]?.replaceAll(' ', '') ?? ''
  const enrolment = /name="enrolment" value="([^"]+)"/.exec(form.text)?.[1] ?? ''
  // If the second factor cannot be saved, nothing of it is stored and the session waits.
  await service.database.query('alter table recovery_codes add constraint none check (false)')
  const failed = await agent.send(location, { enrolment, code: totpCode(secret, service.clock.now()) })
  await service.database.query('alter table recovery_codes drop constraint none')
  assert.deepEqual([failed.status, (await agent.get(location)).status], [500, 200])
  assert.match((await agent.get('/support/me')).location, /sign-in/)
  const before = agent.cookies.get('qist_support')
  const done = await agent.send(location, { enrolment, code: totpCode(secret, service.clock.now()) })
  assert.match(done.text, /Your recovery codes[\s\S]*href="\/support"/)
  assert.notEqual(agent.cookies.get('qist_support'), before)
  const own = await agent.get('/support/me')
  assert.equal(own.status, 200)
  assert.ok(!own.text.includes('Switch it off'))
  assert.equal((await agent.send('/support/me/second-factor/remove')).status, 403)
  const again = newBackOfficeVisitor(url)
  assert.equal((await trySignIn(again, 'agent@support.test', undefined, 'support')).location, '/support/sign-in')
})

test('dashboard: a second factor is optional', async () => {
  assert.equal((await trySignIn(newBackOfficeVisitor(url), 'admin@demo.test')).location, '/dashboard')
})

test('production: the sign-in page shows no accounts', async () => {
  assert.ok(!/qist-sandbox-1|demo\.test/.test((await newBackOfficeVisitor(url).get('/dashboard/sign-in')).text))
})
