import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import type { JournalEntry } from './entry.ts'
import { type InsertedRecord, insertEntries } from './store/entries.ts'
import { writeJournal } from './write-journal.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

function entryOf(merchantId: MerchantId, summary: string): JournalEntry {
  const nothing = { operation: null, method: null, path: null, status: null, requestId: null, referenceId: null }
  const about = { paymentId: null, faultId: null, durationMs: null, answer: null }
  const request = { headers: {}, body: `{"told":"${summary}"}` }
  return { ...nothing, ...about, merchantId, isTest: true, kind: 'request', at: 0, summary, request }
}

test('entries of one shard share a statement, and entries of two shards never do', async () => {
  const [one, sendExtra, elsewhere] = [randomUUID(), randomUUID(), randomUUID()] as MerchantId[]
  const statements: string[][] = []
  const run: Db['run'] = (statement, params) => {
    if (statement.name === insertEntries.name) {
      statements.push((params as { entries: readonly InsertedRecord[] }).entries.map(({ summary }) => summary))
    }
    return database.db.run(statement, params)
  }
  const db: Db = { ...database.db, run, shardOf: (id) => (id === elsewhere ? 'second' : 'first') }
  const log = { error: ({ err }: { err: unknown }) => assert.fail(String(err)) }
  const app = { db, log } as unknown as App
  const entries = [
    entryOf(one as MerchantId, 'a'),
    entryOf(elsewhere as MerchantId, 'b'),
    entryOf(sendExtra as MerchantId, 'c'),
  ]
  await Promise.all(entries.map((entry) => writeJournal(app, entry)))
  assert.deepEqual(statements, [['a', 'c'], ['b']])
  const rows = await database.query(
    `select summary, request::json ->> 'body' as body from journal_entries order by summary`,
  )
  assert.deepEqual(
    rows,
    ['a', 'b', 'c'].map((summary) => ({ summary, body: `{"told":"${summary}"}` })),
  )
})
