import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { compareRows, readRows } from '../../proof/merchant-rows.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase({ connections: 1 })
})
after(() => database.close())

const merchantId = 'e2a3c9d4-5b6f-4a1e-8c7d-9f0a1b2c3d4e'

/** The reported changes when an entry with this cause is posted meanwhile. */
async function changesBy(cause: string): Promise<string[]> {
  const earlier = await readRows(database, merchantId)
  await database.query(
    `insert into ledger_entries (merchant_id, source_id, version, account, cause, currency, amount_minor, at)
     select '${merchantId}', gen_random_uuid(), 1, account, '${cause}', 'AED', amount_minor, now()
     from (values ('cash'::ledger_account, -100), ('merchant', 100)) as entry (account, amount_minor)`,
  )
  return compareRows(earlier, await readRows(database, merchantId))
}

test('a payout that is posted meanwhile affects no other merchant; any other entry does', async () => {
  assert.deepEqual(await changesBy('payout'), [])
  const changes = await changesBy('capture')
  assert.equal(changes.length, 2)
  assert.match(changes[0] ?? '', /^added by strangers: ledger_entries /)
})
