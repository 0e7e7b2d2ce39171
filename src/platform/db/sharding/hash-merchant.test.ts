import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { hashOfMerchant } from './hash-merchant.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

test('hashOfMerchant: equals the hash of the server', async () => {
  const ids = [...Array.from({ length: 500 }, () => randomUUID()), 'ffffffff-ffff-ffff-ffff-ffffffffffff']
  const values = ids.map((id) => `('${id}'::uuid)`).join(', ')
  const rows = await database.query(`select id::text, uuid_hash(id) as hash from (values ${values}) as merchant (id)`)
  for (const { id, hash } of rows) assert.equal(hashOfMerchant(String(id)), hash, String(id))
})
