import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { removeAgent } from '../../src/platform/people/agents.ts'
import { removePeopleOfMerchants, removeSandboxPeople } from '../../src/platform/people/sandbox-people.ts'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { openShop } from '../../testkit/shop.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
after(() => service.close())
const { app, database, urls } = service

/** Gives every signed-in person a recovery code. Returns the remaining rows of removed people. */
const giveCodes = () =>
  database.query(
    `insert into recovery_codes (merchant_id, desk, person_id, code_hash)
     select merchant_id, 'dashboard', person_id, token_hash from person_sessions
     union all select merchant_id, 'support', person_id, token_hash from agent_sessions`,
  )
async function countLeftBehind(): Promise<number> {
  const [row] = await database.query(
    `with people as (select id from persons union all select id from agents), had as (
       select person_id from person_sessions union all select person_id from agent_sessions
       union all select person_id from memberships union all select person_id from recovery_codes
     ) select count(*)::int4 as had from had where person_id not in (select id from people)`,
  )
  return Number(row?.['had'])
}

test('removing a merchant: its people leave no membership, session or recovery code', async () => {
  const stores = [{ merchant_code: 'a', country: 'AE' }]
  const made = await openShop(urls.uae, '').call('POST', '/sandbox/merchants', { name: 'K', region: 'uae', stores })
  assert.equal(made.status, 200)
  await signInAt(urls.uae, made.body.dashboard.email)
  await signInAt(urls.uae, 'admin@demo.test')
  for (const email of ['agent@support.test', 'agent2@support.test']) await signInAt(urls.uae, email, 'support')
  await giveCodes()
  await removeAgent(app, 'agent2@support.test')
  assert.equal(await countLeftBehind(), 0)
  await app.db.transaction((tx) => removePeopleOfMerchants(tx, [made.body.merchant.id]))
  assert.deepEqual(await database.query(`select 1 from persons where email = '${made.body.dashboard.email}'`), [])
  assert.equal(await countLeftBehind(), 0)
  assert.ok((await removeSandboxPeople(app)).people > 0)
  assert.equal(await countLeftBehind(), 0)
  assert.deepEqual(await database.query('select 1 from recovery_codes'), [])
})
