import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readConfig } from '../../src/platform/app/config.ts'
import { operatorFor } from '../../src/platform/people/invitations/invitation.ts'
import { invitePerson } from '../../src/platform/people/invitations/invite-person.ts'
import { sessionRules } from '../../src/platform/people/sessions/session.ts'
import { journeyMs } from '../../src/platform/people/sso/sso-journey.ts'
import { type BackOfficeVisitor, newBackOfficeVisitor, trySignIn } from '../../testkit/back-office-visitor.ts'
import { startTestService } from '../support/service.ts'
import { openIdentityProvider, type ProviderVisit } from './identity-provider.ts'

const provider = await openIdentityProvider()
const { issuer, clientId, clientSecret } = provider
const service = await startTestService({
  env: { SSO_ISSUER: issuer, SSO_CLIENT_ID: clientId, SSO_CLIENT_SECRET: clientSecret },
})
after(async () => {
  await service.close()
  await provider.close()
})
const url = service.urls.uae
await provider.open(['dashboard', 'support'].map((backOffice) => `${url}/${backOffice}/sso/callback`))

const pathOf = (address: string): string => address.slice(url.length)

/** Signs in at the provider and returns as a user. */
async function signInBySso(
  visitor: BackOfficeVisitor,
  email: string,
  path = '/dashboard/sso',
  from: Partial<ProviderVisit> = {},
) {
  const { location } = await visitor.get(path)
  return visitor.get(pathOf(await provider.signIn(location, email, from)))
}

const factor = '/dashboard/me/second-factor'

/** The address to which a re-authentication page sends a person without a password. */
const again = `/dashboard/sso?${new URLSearchParams({ again: '', next: factor })}`

const isShown = async (visitor: BackOfficeVisitor): Promise<boolean> =>
  (await visitor.get(factor)).text.includes('class="letters"')

const sessionsOf = (email: string) =>
  service.database.query(
    `select session.id, acts_for, token_hash from person_sessions as session join persons on persons.id = person_id
     where email = '${email}' order by session.id`,
  )

const isIn = async (visitor: BackOfficeVisitor): Promise<boolean> => (await visitor.get('/dashboard/me')).status === 200

test('single sign-on: a verified e-mail of a known person signs in and returns to the requested page', async () => {
  const visitor = newBackOfficeVisitor(url)
  assert.match(
    (await visitor.get('/dashboard/sign-in?next=/dashboard/me')).text,
    /href="\/dashboard\/sso\?next=%2Fdashboard%2Fme"/,
  )
  const { status, location } = await signInBySso(visitor, 'Admin@demo.test', '/dashboard/sso?next=/dashboard/me')
  assert.deepEqual([status, location, await isIn(visitor)], [303, '/dashboard/me', true])
})

test('single sign-on: an unknown, unverified or unconfirmed e-mail is refused', async () => {
  for (const email of ['unverified@demo.test', 'unsaid@demo.test', 'text@demo.test']) {
    await service.database.query(
      `insert into persons (merchant_id, id, email, origin, created_at)
       values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), '${email}', 'invited', now())`,
    )
  }
  for (const [email, message] of [
    ['nobody@demo.test', /nobody here has your e-mail/],
    ['unverified@demo.test', /did not say who you are/],
    ['unsaid@demo.test', /did not say who you are/],
    ['text@demo.test', /did not say who you are/],
    ['agent@support.test', /nobody here has your e-mail/],
  ] as const) {
    const visitor = newBackOfficeVisitor(url)
    const { status, text } = await signInBySso(visitor, email)
    assert.deepEqual([status, message.test(text), await isIn(visitor)], [422, true, false], email)
  }
})

test('single sign-on: an answer works once, shortly, in the same browser and back office', async () => {
  const visitor = newBackOfficeVisitor(url)
  const answer = pathOf(await provider.signIn((await visitor.get('/dashboard/sso')).location, 'admin@demo.test'))
  // A link with an answer that an attacker sends signs no one in.
  assert.equal((await newBackOfficeVisitor(url).get(answer)).status, 422)
  const victim = newBackOfficeVisitor(url)
  await victim.get('/dashboard/sso')
  assert.equal((await victim.get(answer)).status, 422)
  const copy = newBackOfficeVisitor(url, new Map(visitor.cookies))
  assert.equal((await visitor.get(answer)).status, 303)
  assert.equal((await copy.get(answer)).status, 422)
  const slow = newBackOfficeVisitor(url)
  const late = pathOf(await provider.signIn((await slow.get('/dashboard/sso')).location, 'admin@demo.test'))
  const elsewhere = newBackOfficeVisitor(url, new Map(slow.cookies))
  assert.equal((await elsewhere.get(late.replace('/dashboard/', '/support/'))).status, 422)
  service.clock.advance(journeyMs)
  assert.equal((await slow.get(late)).status, 422)
})

test('single sign-on: redirects to no other host', async () => {
  const { location } = await signInBySso(
    newBackOfficeVisitor(url),
    'admin@demo.test',
    '/dashboard/sso?next=//evil.example',
  )
  assert.equal(location, '/dashboard')
})

test('single sign-on: an invited person joins without a password and confirms the identity by a new sign-in', async () => {
  const [merchant] = await service.database.query(`select merchant_id from merchants where name = 'Demo UAE'`)
  const changer = operatorFor(String(merchant?.['merchant_id']))
  const invite = (email: string) => invitePerson(service.app, url, changer, { email, role: 'analyst' })
  const forOther = pathOf((await invite('other@shop.example')).link)
  const stranger = newBackOfficeVisitor(url)
  const sso = /href="(\/dashboard\/sso[^"]+)"/.exec((await stranger.get(forOther)).text)?.[1] ?? ''
  assert.equal((await signInBySso(stranger, 'new@shop.example', sso)).status, 422)
  assert.equal((await stranger.get(forOther)).status, 200)
  const link = pathOf((await invite('new@shop.example')).link)
  const visitor = newBackOfficeVisitor(url)
  const { location } = await signInBySso(
    visitor,
    'new@shop.example',
    `/dashboard/sso?${new URLSearchParams({ next: link })}`,
  )
  assert.deepEqual([location, await isIn(visitor)], ['/dashboard', true])
  assert.equal((await newBackOfficeVisitor(url).get(link)).status, 404)
  service.clock.advance(sessionRules.provedMs)
  assert.ok((await visitor.get(factor)).text.includes(`href="${again.replaceAll('&', '&amp;')}"`))
  const back = await signInBySso(visitor, 'new@shop.example', again)
  assert.equal(back.location, factor)
  assert.ok(await isShown(visitor))
})

test('single sign-on: an old sign-in does not confirm an identity, even if parameters are removed from the address', async () => {
  const visitor = newBackOfficeVisitor(url)
  const from = { cookies: new Map<string, string>(), secondsAgo: 3_600 }
  assert.equal((await signInBySso(visitor, 'admin@demo.test', undefined, from)).location, '/dashboard')
  assert.ok(!(await isShown(visitor)))
  // A new sign-in proves no more than its `auth_time` claim.
  assert.equal((await signInBySso(visitor, 'admin@demo.test', `/dashboard/sso?next=${factor}`, from)).location, factor)
  assert.ok(!(await isShown(visitor)))
  const asking = new URL((await visitor.get(again)).location)
  assert.deepEqual([asking.searchParams.get('prompt'), asking.searchParams.get('max_age')], ['login', '0'])
  asking.searchParams.delete('prompt')
  for (const maxAge of ['100000', undefined]) {
    if (maxAge === undefined) asking.searchParams.delete('max_age')
    else asking.searchParams.set('max_age', maxAge)
    const journey = newBackOfficeVisitor(url, new Map(visitor.cookies))
    const { status, text } = await journey.get(pathOf(await provider.signIn(asking.href, 'admin@demo.test', from)))
    assert.deepEqual([status, /did not say who you are/.test(text), await isShown(visitor)], [422, true, false])
  }
  assert.equal((await signInBySso(visitor, 'admin@demo.test', again, { ...from, secondsAgo: 0 })).location, factor)
  assert.ok(await isShown(visitor))
})

test('re-authentication: a person with a password or second factor may use the provider, too', async () => {
  const email = 'analyst@demo.test'
  const visitor = newBackOfficeVisitor(url)
  assert.equal((await trySignIn(visitor, email)).status, 303)
  service.clock.advance(sessionRules.provedMs)
  const question = (await visitor.get(factor)).text
  assert.match(question, /name="proof_password"/)
  assert.ok(question.includes(`href="${again.replaceAll('&', '&amp;')}"`))
  const form = await visitor.send('/dashboard/me/second-factor', {})
  assert.match(form.text, /name="proof_password"/)
  assert.match(form.text, /href="\/dashboard\/sso\?again=&amp;next=%2Fdashboard"/)
  await service.database.query(
    `update persons set password_hash = null, sealed_totp_secret = 'x' where email = '${email}'`,
  )
  const withFactor = (await visitor.get(factor)).text
  assert.match(withFactor, /name="proof_code"/)
  assert.ok(withFactor.includes(`href="${again.replaceAll('&', '&amp;')}"`))
  await service.database.query(`update persons set sealed_totp_secret = null where email = '${email}'`)
  assert.equal((await signInBySso(visitor, email, again)).location, factor)
  assert.ok(await isShown(visitor))
})

test('re-authentication: continues the same session and merchant; another person cannot confirm it', async () => {
  const email = 'operator@demo.test'
  await service.database.query(
    `insert into memberships (merchant_id, person_id, role, created_at)
     select merchants.merchant_id, persons.id, 'admin', now() + interval '1 day' from merchants, persons
     where merchants.name = 'Other UAE' and email = '${email}'`,
  )
  const visitor = newBackOfficeVisitor(url)
  await signInBySso(visitor, email)
  const [other] = await service.database.query(`select merchant_id from merchants where name = 'Other UAE'`)
  await visitor.get('/dashboard/me')
  await visitor.send('/dashboard/merchant', { merchant_id: String(other?.['merchant_id']) })
  service.clock.advance(sessionRules.provedMs)
  const before = await sessionsOf(email)
  const wrong = await signInBySso(visitor, 'admin@demo.test', again)
  assert.deepEqual([wrong.status, await isShown(visitor)], [422, false])
  // The answer proves nothing for the session of another browser.
  const elsewhere = newBackOfficeVisitor(url)
  await signInBySso(elsewhere, email, undefined, { secondsAgo: 3_600 })
  const { location } = await elsewhere.get(again)
  const answer = pathOf(await provider.signIn(location, email))
  visitor.cookies.set('qist_sso_dashboard', elsewhere.cookies.get('qist_sso_dashboard') ?? '')
  assert.deepEqual([(await visitor.get(answer)).status, await isShown(visitor)], [422, false])
  await elsewhere.get('/dashboard/me')
  await elsewhere.send('/dashboard/sign-out')
  const back = await signInBySso(visitor, email, again)
  assert.deepEqual([back.location, back.setCookie.some((one) => one.startsWith('qist_dashboard'))], [factor, false])
  assert.ok(await isShown(visitor))
  assert.deepEqual(await sessionsOf(email), before)
  assert.match((await visitor.get('/dashboard/me')).text, /place-name">Other UAE/)
})

test('re-authentication: a person without a session just signs in', async () => {
  const { location } = await signInBySso(
    newBackOfficeVisitor(url),
    'admin@demo.test',
    '/dashboard/sso?again=&next=/dashboard/me',
  )
  assert.equal(location, '/dashboard/me')
})

test('single sign-on is off without a provider, and incomplete settings prevent the start', async () => {
  const plain = await startTestService()
  assert.equal((await fetch(`${plain.urls.uae}/dashboard/sso`, { redirect: 'manual' })).status, 303)
  assert.ok(!(await newBackOfficeVisitor(plain.urls.uae).get('/dashboard/sign-in')).text.includes('/sso'))
  await plain.close()
  const complaintOf = (env: NodeJS.ProcessEnv): string => {
    try {
      readConfig(env, '/')
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  assert.match(complaintOf({ SSO_ISSUER: 'https://id.example' }), /SSO_CLIENT_ID.*\nSSO_CLIENT_SECRET=\(hidden\)/)
  assert.match(complaintOf({ SSO_CLIENT_ID: 'x' }), /SSO_CLIENT_ID=x: must be left out/)
  const production = {
    QIST_MODE: 'production',
    DATABASE_URL: 'postgres://x',
    SECRETS_KEY: 'a1b2'.repeat(16),
    SIGNING_KEY: 'c3d4'.repeat(16),
  }
  const sso = { SSO_ISSUER: 'http://id.example', SSO_CLIENT_ID: 'x', SSO_CLIENT_SECRET: 'y' }
  assert.match(
    complaintOf({ ...production, ...sso }),
    /SSO_ISSUER=http:\/\/id\.example: must be an address that starts with https/,
  )
})
