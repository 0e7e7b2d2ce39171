import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { minute } from '../../src/platform/base/times.ts'
import { removeAgent } from '../../src/platform/people/agents.ts'
import { operatorFor } from '../../src/platform/people/invitations/invitation.ts'
import { invitePerson } from '../../src/platform/people/invitations/invite-person.ts'
import { password, signInAt } from '../../testkit/back-office-visitor.ts'
import { startTestService } from '../support/service.ts'
import { confirmed, linkIn, openFirstAdminBackOffice } from './first-admin.ts'

const backOffice = await openFirstAdminBackOffice()
after(() => backOffice.service.close())
const { service, asker, other, newMerchant, request, waitingAt, requested, join, invitationsOf, adminsOf } = backOffice

test('first admin: one agent requests, another confirms, and only the latter sees the link, once', async () => {
  const { path, id } = await newMerchant()
  assert.equal((await request(path, 'x')).status, 422)
  const requested = await request(path, ' First@New.example ')
  assert.deepEqual([requested.status, requested.location], [303, `${path}?done=requested`])
  assert.deepEqual(await invitationsOf(id), [])
  const action = await waitingAt(path)
  // The request is listed on the first page, on its list and on the merchant's page.
  for (const page of ['/support', '/support/admin-requests'])
    assert.ok((await other.get(page)).text.includes(`href="${path}"`), page)
  const listed = (await other.get(path)).text
  assert.ok(listed.includes(`action="${action}/confirm"`) && listed.includes('first@new.example'))
  const sentence = await other.send(`${action}/confirm`)
  assert.match(sentence.text, /first@new\.example.* is invited as admin of .*New.*agent@support\.test/s)
  assert.deepEqual([linkIn(sentence), await invitationsOf(id)], [undefined, []])
  const joined = await other.send(`${action}/confirm`, confirmed)
  assert.equal(joined.status, 200)
  assert.deepEqual(await invitationsOf(id), [
    { email: 'first@new.example', role: 'admin', invited_by: 'agent2@support.test' },
  ])
  for (const agent of [asker, other]) assert.doesNotMatch((await agent.get(path)).text, /token=/)
  assert.equal((await other.send(`${action}/confirm`, confirmed)).status, 409)
  assert.equal((await join(linkIn(joined))).location, '/dashboard')
  assert.deepEqual(await adminsOf(id), ['first@new.example'])
  const written = await service.database.query(
    `select desk, email, what, details ->> 'email' as whom from activities where merchant_id = '${id}' and what <> 'make_merchant' order by id`,
  )
  assert.deepEqual(
    written.map(({ desk: backOffice, email, what, whom }) => [backOffice, email, what, whom].join(' ').trim()).sort(),
    [
      'dashboard agent2@support.test invite_person first@new.example',
      'dashboard first@new.example accept_invitation',
      'support agent2@support.test confirm_admin first@new.example',
      'support agent@support.test request_admin first@new.example',
    ],
  )
})

test('an agent cannot confirm an own request: the form is missing, and the database refuses it', async () => {
  const { path, id } = await newMerchant()
  const action = await requested(path, 'own@new.example')
  assert.ok(!(await asker.get(path)).text.includes(`${action}/confirm`))
  const again = await signInAt(service.urls.uae, 'agent@support.test', 'support')
  for (const visitor of [asker, again]) {
    for (const fields of [{}, confirmed]) {
      const refused = await visitor.send(`${action}/confirm`, fields)
      assert.deepEqual([refused.status, linkIn(refused)], [403, undefined])
    }
  }
  assert.deepEqual(await invitationsOf(id), [])
  await assert.rejects(
    service.database.query(
      `update admin_requests set state = 'confirmed', decided_by = requested_by, decided_name = '', decided_at = now() where merchant_id = '${id}'`,
    ),
  )
})

test('the e-mail of any agent is refused, also of those who request or confirm', async () => {
  const { path, id } = await newMerchant()
  for (const email of ['agent@support.test', 'AGENT2@support.test']) {
    const refused = await request(path, email)
    assert.equal(refused.status, 422)
    assert.match(refused.text, /somebody who works in support/)
  }
  const action = await requested(path, 'becomes@support.example')
  await service.database.query(
    `insert into agents (merchant_id, id, email, origin, created_at)
     values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'becomes@support.example', 'invited', now())`,
  )
  assert.equal((await other.send(`${action}/confirm`, confirmed)).status, 409)
  assert.deepEqual(await invitationsOf(id), [])
})

test('a merchant with an admin, or with an open invitation of one, gets no invitation from support, and no other role', async () => {
  const { path, id } = await newMerchant()
  for (const role of ['operator', 'developer', 'analyst'])
    assert.equal((await asker.send(`${path}/people`, { email: 'a@b.example', role })).status, 403)
  const [shop] = await service.database.query(`select merchant_id from merchants where name = 'Demo UAE'`)
  const there = `/support/merchants/${shop?.['merchant_id']}`
  assert.ok(!(await asker.get(there)).text.includes(`action="${there}/people"`))
  const refused = await asker.send(`${there}/people`, { email: 'mine@shop.example', role: 'admin' })
  assert.equal(refused.status, 409)
  assert.match(refused.text, /the merchant has an admin/)
  await invitePerson(service.app, service.urls.uae, operatorFor(id), { email: 'op@new.example', role: 'admin' })
  assert.equal((await request(path, 'mine@shop.example')).status, 409)
  assert.deepEqual(
    await service.database.query(
      `select id from admin_requests where merchant_id in ('${id}', '${shop?.['merchant_id']}')`,
    ),
    [],
  )
})

test('a request is withdrawn by any agent, and ends after seven days', async () => {
  const { path, id } = await newMerchant()
  const action = await requested(path, 'gone@new.example')
  assert.equal((await other.send(`${action}/withdraw`)).location, `${path}?done=withdrawn`)
  for (const step of ['confirm', 'withdraw'])
    assert.equal((await other.send(`${action}/${step}`, confirmed)).status, 409)
  const late = await requested(path, 'late@new.example')
  await service.database.query(
    `update admin_requests set requested_at = requested_at - interval '7 days', ends_at = ends_at - interval '7 days' where state = 'waiting' and merchant_id = '${id}'`,
  )
  assert.ok(!(await other.get(path)).text.includes('/confirm"'))
  for (const step of ['confirm', 'withdraw']) assert.equal((await other.send(`${late}/${step}`, confirmed)).status, 409)
  assert.notEqual(await requested(path, 'anew@new.example'), late)
  assert.deepEqual(await invitationsOf(id), [])
})

test('a request of an agent who has left support can be withdrawn but not confirmed', async () => {
  const { path, id } = await newMerchant()
  const { app, database } = service
  await database.query(
    `insert into agents (merchant_id, id, email, password_hash, origin, created_at)
     select merchant_id, gen_random_uuid(), 'leaver@support.test', password_hash, 'demo', now() from agents where email = 'agent@support.test'`,
  )
  const leaver = await signInAt(service.urls.uae, 'leaver@support.test', 'support')
  await leaver.get(path)
  assert.equal((await request(path, 'left@new.example', leaver)).status, 303)
  const action = await waitingAt(path)
  await removeAgent(app, 'leaver@support.test')
  const page = (await other.get(path)).text
  assert.match(page, /has left support/)
  assert.ok(!page.includes(`${action}/confirm`))
  const refused = await other.send(`${action}/confirm`, confirmed)
  assert.deepEqual([refused.status, /has left support/.test(refused.text)], [409, true])
  assert.deepEqual(await invitationsOf(id), [])
  assert.equal((await other.send(`${action}/withdraw`)).location, `${path}?done=withdrawn`)
})

test('a request, confirmation or withdrawal that cannot be logged is not made', async () => {
  const { path, id } = await newMerchant()
  const action = await requested(path, 'log@new.example')
  const another = await newMerchant()
  const { query } = service.database
  await query(`create function refuse_activity() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`)
  await query('create trigger no_room before insert on activities for each row execute function refuse_activity()')
  try {
    assert.equal((await request(another.path, 'log@new.example')).status, 500)
    for (const step of ['confirm', 'withdraw'])
      assert.equal((await other.send(`${action}/${step}`, confirmed)).status, 500)
  } finally {
    await query('drop trigger no_room on activities')
  }
  assert.deepEqual(await invitationsOf(id), [])
  await assert.rejects(waitingAt(another.path), /nothing waits/)
  assert.equal(await waitingAt(path), action)
})

test('confirming needs a password of the last ten minutes', async () => {
  const { path } = await newMerchant()
  const action = await requested(path, 'again@new.example')
  service.clock.advance(11 * minute)
  await other.get(path)
  const question = await other.send(`${action}/confirm`, confirmed)
  assert.match(question.text, /proof_password/)
  assert.equal(linkIn(question), undefined)
  const done = await other.send(`${action}/confirm`, { ...confirmed, proof_password: password })
  assert.ok(linkIn(done))
})

test('production with mail: the link is mailed and not shown to agents; a failed mail invites no one', async () => {
  let posted = ''
  let status = 202
  const gateway = createServer(async (incoming, response) => {
    posted = await text(incoming)
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const { app } = service
  const { path, id } = await newMerchant()
  const mailing = await startTestService({
    env: {
      MAIL_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
      MAIL_AUTHORIZATION: 'Bearer mail',
      MAIL_TEMPLATE: '{"m":"{to}","t":"{text}"}',
    },
  })
  try {
    // The same people, with the mailer of production.
    const { mailer } = mailing.app
    Object.assign(app, { mailer, config: { ...app.config, mode: 'production' } })
    status = 500
    const failed = await other.send(`${await requested(path, 'mail@new.example')}/confirm`, confirmed)
    assert.deepEqual([failed.status, linkIn(failed)], [409, undefined])
    assert.match(failed.text, /could not be sent/)
    assert.deepEqual(await invitationsOf(id), [])
    status = 202
    const mailed = await other.send(`${await requested(path, 'mail@new.example')}/confirm`, confirmed)
    assert.deepEqual([mailed.location, linkIn(mailed)], [`${path}?done=invited`, undefined])
    assert.match(posted, /"mail@new\.example".*dashboard\/invitation\?token=/s)
  } finally {
    await mailing.close()
    gateway.close()
  }
})
