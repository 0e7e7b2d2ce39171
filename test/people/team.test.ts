import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { operatorFor, type TeamChanger } from '../../src/platform/people/invitations/invitation.ts'
import { invitePerson } from '../../src/platform/people/invitations/invite-person.ts'
import type { Role } from '../../src/platform/people/roles.ts'
import { changeRole, listTeam, removeMember } from '../../src/platform/people/team.ts'
import { newBackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
after(() => service.close())
const { app, database, urls } = service
const [row] = await database.query(`select merchant_id from merchants where name = 'Demo UAE'`)
const merchantId = String(row?.['merchant_id'])

const idOf = async (email: string): Promise<string> =>
  (await listTeam(app, merchantId)).find((member) => member.email === email)?.personId ?? assert.fail(email)

async function changerFor(email: string): Promise<TeamChanger> {
  return {
    backOffice: 'dashboard',
    personId: await idOf(email),
    email,
    address: '192.0.2.1',
    requestId: 'r',
    merchantId,
  }
}

const rolesNow = async (): Promise<Record<string, Role>> =>
  Object.fromEntries((await listTeam(app, merchantId)).map(({ email, role }) => [email, role]))

test('a changed role applies from the next request in open sessions', async () => {
  const operator = await signInAt(urls.uae, 'operator@demo.test')
  assert.match((await operator.get('/dashboard/me')).text, /Operator/)
  await changeRole(app, await changerFor('admin@demo.test'), await idOf('operator@demo.test'), 'analyst')
  assert.match((await operator.get('/dashboard/me')).text, /Analyst/)
})

test('only an admin changes a team, and only the own team', async () => {
  for (const email of ['operator@demo.test', 'developer@demo.test', 'analyst@demo.test']) {
    const changer = await changerFor(email)
    await assert.rejects(changeRole(app, changer, changer.personId, 'admin'), { kind: 'no_permission' })
    await assert.rejects(removeMember(app, changer, await idOf('admin@demo.test')), { kind: 'no_permission' })
    const invitee = { email: 'x@y.example', role: 'admin' } as const
    await assert.rejects(invitePerson(app, urls.uae, changer, invitee), { kind: 'no_permission' })
  }
  const [other] = await database.query(`select id from persons where email = 'admin@other.test'`)
  const admin = await changerFor('admin@demo.test')
  await assert.rejects(changeRole(app, admin, String(other?.['id']), 'analyst'), { kind: 'not_found' })
  await assert.rejects(removeMember(app, { ...admin, personId: String(other?.['id']) }, admin.personId), {
    kind: 'no_permission',
  })
})

test('the last admin cannot leave or change the role, also under concurrent removals', async () => {
  const admin = await changerFor('admin@demo.test')
  await assert.rejects(changeRole(app, admin, admin.personId, 'operator'), { message: 'the last admin cannot go' })
  await assert.rejects(removeMember(app, admin, admin.personId), { message: 'the last admin cannot go' })
  for (let round = 0; round < 5; round += 1) {
    await changeRole(app, operatorFor(merchantId), await idOf('developer@demo.test'), 'admin')
    await changeRole(app, operatorFor(merchantId), await idOf('admin@demo.test'), 'admin')
    const [one, two] = [await changerFor('admin@demo.test'), await changerFor('developer@demo.test')]
    const results = await Promise.allSettled([
      changeRole(app, one, two.personId, 'analyst'),
      changeRole(app, two, one.personId, 'analyst'),
    ])
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal(Object.values(await rolesNow()).filter((role) => role === 'admin').length, 1)
  }
  await changeRole(app, operatorFor(merchantId), await idOf('admin@demo.test'), 'admin')
})

test('a removed person is signed out at once; a person without another merchant is deleted', async () => {
  const analyst = await signInAt(urls.uae, 'analyst@demo.test')
  const changer = await changerFor('analyst@demo.test')
  await removeMember(app, changer, changer.personId)
  assert.equal((await analyst.get('/dashboard/me')).status, 303)
  for (const table of ['persons', 'person_sessions'])
    assert.deepEqual(
      await database.query(
        `select * from ${table} where ${table === 'persons' ? 'id' : 'person_id'} = '${changer.personId}'`,
      ),
      [],
    )
  const rows = await database.query(`select what from activities where email = 'analyst@demo.test' order by id`)
  assert.deepEqual(
    rows.map(({ what }) => what),
    ['sign_in', 'remove_member'],
  )
  // The person may be invited again.
  const { link } = await invitePerson(app, urls.uae, operatorFor(merchantId), {
    email: 'analyst@demo.test',
    role: 'analyst',
  })
  const path = link.slice(urls.uae.length)
  const visitor = newBackOfficeVisitor(urls.uae)
  await visitor.get(path)
  assert.equal((await visitor.send(path, { password: 'violet-otter-seven' })).status, 303)
})

test('invitations: refused for members, and limited to fifty a day', async () => {
  const admin = await changerFor('admin@demo.test')
  const invite = (email: string) => invitePerson(app, urls.uae, admin, { email, role: 'analyst' })
  await assert.rejects(invite('operator@demo.test'), { kind: 'conflict' })
  await assert.rejects(invite('no address'), { kind: 'bad_data' })
  const many = await Promise.allSettled(Array.from({ length: 60 }, (_, index) => invite(`p${index}@shop.example`)))
  assert.equal(many.filter(({ status }) => status === 'fulfilled').length, 49)
})
