import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { day } from '../../src/platform/base/times.ts'
import { demoMerchants } from '../../src/platform/merchants/open-demo-merchants.ts'
import { operatorFor } from '../../src/platform/people/invitations/invitation.ts'
import { invitePerson } from '../../src/platform/people/invitations/invite-person.ts'
import type { Role } from '../../src/platform/people/roles.ts'
import { sessionRules } from '../../src/platform/people/sessions/session.ts'
import {
  type BackOfficeVisitor,
  newBackOfficeVisitor,
  password,
  signInAt,
  tokenOf,
  trySignIn,
} from '../../testkit/back-office-visitor.ts'
import { runQist } from '../../testkit/command.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
after(() => service.close())
const { app, database, urls } = service
const url = urls.uae
const good = 'violet-otter-seven'

const merchantIdOf = async (name: string): Promise<string> =>
  String((await database.query(`select merchant_id from merchants where name = '${name}'`))[0]?.['merchant_id'])
const demo = await merchantIdOf(demoMerchants[0]?.name ?? '')
const other = await merchantIdOf('Other UAE')

/** Returns the path of a new invitation link. */
async function invite(email: string, role: Role = 'analyst', merchantId = demo): Promise<string> {
  const { link } = await invitePerson(app, url, operatorFor(merchantId), { email, role })
  return link.slice(url.length)
}

const isIn = async (visitor: BackOfficeVisitor): Promise<boolean> => (await visitor.get('/dashboard/me')).status === 200
const roleOf = async (email: string, merchantId = demo): Promise<unknown> =>
  (
    await database.query(`select role from memberships join persons on persons.id = person_id
      where email = '${email}' and memberships.merchant_id = '${merchantId}'`)
  )[0]?.['role']

test('invitation: the person chooses a password and is signed in with the role; the link works once', async () => {
  const link = await invite(' Sara@Shop.example ', 'operator')
  const sara = newBackOfficeVisitor(url)
  const page = await sara.get(link)
  assert.match(page.text, /Demo UAE[\s\S]*Operator[\s\S]*sara@shop\.example/)
  assert.match((await sara.send(link, { password: 'short' })).text, /at least 12 characters/)
  assert.match((await sara.send(link, { password: 'Sara@shop.example' })).text, /something else than your e-mail/)
  const joined = await sara.send(link, { password: good })
  assert.deepEqual([joined.status, joined.location, await isIn(sara)], [303, '/dashboard', true])
  assert.equal(await roleOf('sara@shop.example'), 'operator')
  const late = newBackOfficeVisitor(url)
  const gone = await late.get(link)
  assert.deepEqual([gone.status, /does not work any more/.test(gone.text)], [404, true])
  assert.equal((await trySignIn(newBackOfficeVisitor(url), 'sara@shop.example', good)).status, 303)
})

test('password: equal in composed and decomposed Unicode forms', async () => {
  const link = await invite('long@shop.example')
  const long = `${'🦦🌵🪁'.repeat(341)}🦦`
  const newcomer = newBackOfficeVisitor(url)
  await newcomer.get(link)
  assert.match((await newcomer.send(link, { password: `${long}🦦` })).text, /too long/)
  assert.equal((await newcomer.send(link, { password: long })).location, '/dashboard')
  const visitor = newBackOfficeVisitor(url)
  assert.equal((await trySignIn(visitor, 'long@shop.example', `${long}x`)).status, 422)
  assert.equal((await trySignIn(visitor, 'long@shop.example', long)).location, '/dashboard')
  service.clock.advance(sessionRules.provedMs)
  const factor = '/dashboard/me/second-factor'
  assert.ok(!(await visitor.get(factor)).text.includes('class="letters"'))
  assert.equal((await visitor.send('/dashboard/prove', { next: factor, proof_password: long })).location, factor)
  await visitor.get('/dashboard/me')
  const changed = await visitor.send('/dashboard/me/password', {
    current_password: long,
    new_password: `${long.slice(2)}🌵`,
  })
  assert.equal(changed.location, '/dashboard/me?note=password')
})

test('invitation: of several concurrent uses one succeeds', async () => {
  const link = await invite('once@shop.example')
  const visitors = [1, 2, 3, 4].map(() => newBackOfficeVisitor(url))
  for (const visitor of visitors) await visitor.get(link)
  const answers = await Promise.all(visitors.map((visitor) => visitor.send(link, { password: good })))
  // A later one is refused, or sent to the sign-in of the person that exists by then.
  assert.equal(answers.filter(({ location }) => location === '/dashboard').length, 1)
  assert.equal((await database.query(`select id from persons where email = 'once@shop.example'`)).length, 1)
})

test('invitation: useless to another signed-in person; a person with an account signs in first', async () => {
  const link = await invite('admin@other.test', 'developer')
  const wrong = await signInAt(url, 'operator@demo.test')
  const page = await wrong.get(link)
  assert.deepEqual([page.status, /signed in as somebody else/.test(page.text)], [403, true])
  assert.equal((await wrong.send(link)).status, 403)
  assert.equal(await roleOf('admin@other.test'), undefined)
  const stranger = newBackOfficeVisitor(url)
  const signIn =
    /class="primary" href="([^"]+)"/.exec((await stranger.get(link)).text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  await stranger.get('/dashboard/sign-in')
  const forced = await stranger.send(link, { password: good })
  assert.match(forced.location, /^\/dashboard\/sign-in\?next=/)
  assert.equal((await trySignIn(newBackOfficeVisitor(url), 'admin@other.test', good)).status, 422)
  await stranger.get(signIn)
  const signedIn = await stranger.send(signIn, { email: 'admin@other.test', password })
  assert.equal(signedIn.location, link)
  await stranger.get(link)
  assert.equal((await stranger.send(link)).location, '/dashboard')
  assert.deepEqual([await roleOf('admin@other.test'), await roleOf('admin@other.test', other)], ['developer', 'admin'])
  // The session acts for the joined merchant. It can switch to the person's merchants only.
  assert.match((await stranger.get('/dashboard/me')).text, /Demo UAE/)
  const before = tokenOf(stranger)
  assert.equal((await stranger.send('/dashboard/merchant', { merchant_id: other })).location, '/dashboard')
  // A page of the earlier merchant in another tab cannot send its form to the new merchant.
  assert.equal((await stranger.send('/dashboard/lang', { lang: 'ar', form_token: before })).status, 403)
  assert.match((await stranger.get('/dashboard/me')).text, /place-name">Other UAE/)
  assert.equal(
    (await stranger.send('/dashboard/merchant', { merchant_id: await merchantIdOf('Demo KSA') })).status,
    404,
  )
})

test('invitation: valid for seven days, and replaced by a newer one', async () => {
  const first = await invite('late@shop.example')
  const second = await invite('late@shop.example')
  assert.equal((await newBackOfficeVisitor(url).get(first)).status, 404)
  service.clock.advance(7 * day - 1)
  assert.equal((await newBackOfficeVisitor(url).get(second)).status, 200)
  service.clock.advance(1)
  assert.equal((await newBackOfficeVisitor(url).get(second)).status, 404)
  for (const token of ['', 'x', 'A'.repeat(43)])
    assert.equal((await newBackOfficeVisitor(url).get(`/dashboard/invitation?token=${token}`)).status, 404)
})

test('invitation: a link for the dashboard does not work at support', async () => {
  const link = await invite('support@shop.example')
  assert.equal((await newBackOfficeVisitor(url).get(link.replace('/dashboard', '/support'))).status, 404)
})

test('invitation: only the hash of the link is stored; the sandbox puts the mail into its outbox', async () => {
  const { id, link, isMailed } = await invitePerson(app, url, operatorFor(demo), {
    email: 'mail@shop.example',
    role: 'admin',
  })
  const token = link.split('token=')[1] ?? ''
  assert.ok(isMailed)
  // Opening the link and sending its form leaves the token in no log.
  const visitor = newBackOfficeVisitor(url)
  assert.equal((await visitor.get(link.slice(url.length))).status, 200)
  assert.equal((await visitor.send(link.slice(url.length), { password: 'short' })).status, 422)
  assert.ok(!JSON.stringify(await database.query('select * from invitations')).includes(token))
  assert.ok(!JSON.stringify(service.logged).includes(token))
  const outbox = await (await fetch(`${url}/sandbox/outbox?sessionId=${id}`)).text()
  assert.ok(outbox.includes(token) && outbox.includes('You are invited to work with Demo UAE'))
})

test('invitation: mailed if a gateway is configured', async () => {
  let posted = ''
  const gateway = createServer(async (request, response) => {
    posted = await text(request)
    response.writeHead(202).end()
  }).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const env = {
    MAIL_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    MAIL_AUTHORIZATION: 'Bearer mail',
    MAIL_TEMPLATE: '{"m":"{to}","s":"{subject}","t":"{text}"}',
  }
  const mailing = await startTestService({ env })
  const [merchant] = await mailing.database.query(`select merchant_id from merchants where name = 'Demo UAE'`)
  const changer = operatorFor(String(merchant?.['merchant_id']))
  const { link, isMailed } = await invitePerson(mailing.app, mailing.urls.uae, changer, {
    email: 'a@b.example',
    role: 'admin',
  })
  const body = JSON.parse(posted)
  assert.ok(isMailed)
  assert.deepEqual([body.m, body.s, body.t.includes(link)], ['a@b.example', 'Qist: an invitation to Demo UAE', true])
  await mailing.close()
  gateway.close()
})

const qist = (...args: string[]) => runQist(database.url, app.config.dataDir, ...args)

test('the operator invites, lists and removes people and agents', async () => {
  const invited = await qist(
    'person',
    'invite',
    '--merchant',
    other,
    '--email',
    'first@shop.example',
    '--role',
    'admin',
  )
  const link = /https?:\S+(\/dashboard\/invitation\?token=\S+)/.exec(invited.stdout)?.[1] ?? assert.fail(invited.stderr)
  const listed = JSON.parse((await qist('person', 'list', '--merchant', other, '--json')).stdout)
  assert.deepEqual(
    listed.map(({ email }: { email: string }) => email),
    ['admin@other.test', 'first@shop.example'],
  )
  const first = newBackOfficeVisitor(url)
  await first.get(link)
  await first.send(link, { password: good })
  assert.ok(await isIn(first))
  const removed = await qist('person', 'remove', '--merchant', other, '--email', 'First@shop.example')
  assert.equal(removed.code, 0, removed.stderr)
  assert.ok(!(await isIn(first)))
  assert.equal((await database.query(`select id from persons where email = 'first@shop.example'`)).length, 0)
  const last = await qist('person', 'remove', '--merchant', other, '--email', 'admin@other.test')
  assert.deepEqual([last.code, last.stderr], [1, 'qist: the last admin cannot go\n'])

  const meant = ['--merchant', other, '--email', 'Meant@shop.example'] as const
  await qist('person', 'invite', ...meant, '--role', 'analyst')
  const takenBack = await qist('person', 'remove', ...meant)
  assert.equal(takenBack.stdout, 'The invitation of Meant@shop.example is taken back.\n', takenBack.stderr)
  const nobody = await qist('person', 'remove', ...meant)
  assert.deepEqual([nobody.code, nobody.stderr], [1, 'qist: nobody of the team is that\n'])

  const agent = JSON.parse((await qist('agent', 'invite', '--email', 'new@support.example', '--json')).stdout)
  const agentLink = new URL(agent.link)
  await qist('agent', 'invite', '--email', 'spare@support.example')
  assert.match((await qist('agent', 'list')).stdout, /spare@support\.example +invited until/)
  assert.equal((await qist('agent', 'remove', '--email', 'spare@support.example')).code, 0)
  assert.ok(!(await qist('agent', 'list')).stdout.includes('spare@support.example'))
  const visitor = newBackOfficeVisitor(url)
  await visitor.get(agentLink.pathname + agentLink.search)
  assert.equal((await visitor.send(agentLink.pathname + agentLink.search, { password: good })).location, '/support')
  assert.equal((await visitor.get('/support/me')).status, 200)
  assert.match((await qist('agent', 'list')).stdout, /new@support\.example/)
  assert.equal((await qist('agent', 'remove', '--email', 'new@support.example')).code, 0)
  assert.equal((await visitor.get('/support/me')).status, 303)
})
