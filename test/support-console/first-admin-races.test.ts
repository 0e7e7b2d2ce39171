import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { operatorFor } from '../../src/platform/people/invitations/invitation.ts'
import { invitePerson } from '../../src/platform/people/invitations/invite-person.ts'
import { confirmed, linkIn, openFirstAdminBackOffice } from './first-admin.ts'

const backOffice = await openFirstAdminBackOffice()
after(() => backOffice.service.close())
const { service, asker, other, newMerchant, request, waitingAt, requested, join, invitationsOf, adminsOf } = backOffice

test('of several concurrent requests one waits; of several concurrent confirmations one invites', async () => {
  const { path, id } = await newMerchant()
  const requests = await Promise.all(
    [1, 2, 3, 4].map((n) => request(path, `many${n}@new.example`, n % 2 === 0 ? asker : other)),
  )
  assert.deepEqual(requests.map(({ status }) => status).sort(), [303, 409, 409, 409])
  const action = await waitingAt(path)
  const [row] = await service.database.query(`select requested_name from admin_requests where merchant_id = '${id}'`)
  const second = row?.['requested_name'] === 'agent@support.test' ? other : asker
  const answers = await Promise.all([1, 2, 3, 4].map(() => second.send(`${action}/confirm`, confirmed)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409])
  assert.equal(answers.filter((answer) => linkIn(answer) !== undefined).length, 1)
  assert.equal((await invitationsOf(id)).length, 1)
})

test("an admin is invited or joins in between: no request is confirmed, and support's link does not work", async () => {
  const operatorsLink = async (id: string, email: string) => {
    const { link } = await invitePerson(service.app, service.urls.uae, operatorFor(id), { email, role: 'admin' })
    return link.slice(service.urls.uae.length)
  }
  // Invited between request and confirmation.
  const first = await newMerchant()
  const action = await requested(first.path, 'support@new.example')
  const link = await operatorsLink(first.id, 'operators@new.example')
  assert.equal((await other.send(`${action}/confirm`, confirmed)).status, 409)
  assert.equal((await join(link)).location, '/dashboard')
  assert.equal((await other.send(`${action}/confirm`, confirmed)).status, 409)
  assert.ok(!(await other.get('/support/admin-requests')).text.includes(first.path))
  assert.deepEqual(await adminsOf(first.id), ['operators@new.example'])
  // Joins between confirmation and acceptance, also concurrently.
  for (const isAtOnce of [false, true]) {
    const { path, id } = await newMerchant()
    const shown = await other.send(`${await requested(path, `late${id}@new.example`)}/confirm`, confirmed)
    const theirs = await operatorsLink(id, `early${id}@new.example`)
    if (isAtOnce) await Promise.all([join(theirs), join(linkIn(shown))])
    else assert.deepEqual([(await join(theirs)).status, (await join(linkIn(shown))).status], [303, 404])
    // Concurrently, support's link may be used first; after the operator's it never works.
    const admins = await adminsOf(id)
    assert.ok(admins.includes(`early${id}@new.example`) && (isAtOnce || admins.length === 1))
    assert.equal((await join(linkIn(shown))).status, 404)
  }
})
