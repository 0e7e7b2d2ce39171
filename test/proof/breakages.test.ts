import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findUnfitting } from '../../proof/break-sources.ts'
import { breakages } from '../../proof/breakages.ts'
import { proofs } from '../../proof/proofs.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase({ connections: 1 })
})
after(() => database.close())

test('each guard that the proof removes from the sources is at its place in proof/breakages.ts', () => {
  assert.deepEqual(findUnfitting(), [])
})

test('each guard that the proof removes from the database exists', async () => {
  for (const { sql } of breakages) if (sql !== undefined) await database.query(sql)
})

test('each guard belongs to an existing check of the proof', () => {
  for (const { foundBy } of breakages) assert.ok(proofs.some(({ id }) => id === foundBy))
  const names = [
    ...[
      'canonical',
      'card_factor',
      'claim',
      'code_tries',
      'collectable',
      'counts',
      'deadlines',
      'erased_messages',
      'given_back',
      'late_charges',
    ],
    ...[
      'later_failures',
      'lets_go',
      'locks',
      'marks',
      'names',
      'outbox',
      'page_rows',
      'permission',
      'queue',
      'refusals',
    ],
    ...['replay', 'roles', 'secrets_key', 'size', 'stored_bytes', 'tenant', 'vat_sum', 'version', 'visited_pages'],
  ]
  assert.deepEqual(breakages.map(({ name }) => name).toSorted(), names)
})
