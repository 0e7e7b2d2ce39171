import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { minute } from '../base/times.ts'
import { array, bool, bytea, int4, int8, json, nullable, text, timestamptz, uuid } from './columns.ts'
import { assertNoTransaction, openDb } from './db.ts'
import { defineReport, defineStatement } from './statement.ts'

const addNote = defineStatement('test_add_note', { word: text }, {}, 'insert into notes (word) values (:word)')
const listNotes = defineStatement('test_list_notes', {}, { word: text }, 'select word from notes order by word')
const showTimeouts = defineStatement(
  'test_show_timeouts',
  {},
  { statement: text, lock: text },
  `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
)
const echoed = {
  big: int8,
  small: int4,
  word: text,
  flag: bool,
  id: uuid,
  bytes: bytea,
  at: timestamptz,
  tree: json<unknown>(),
  words: array(text),
  numbers: array(int8),
  moments: array(timestamptz),
}
const echo = defineStatement(
  'test_echo',
  echoed,
  echoed,
  `select :big::int8 as big, :small::int4 as small, :word::text as word, :flag::bool as flag, :id::uuid as id,
    :bytes::bytea as bytes, :at::timestamptz as at, :tree::json as tree, :words::text[] as words,
    :numbers::int8[] as numbers, :moments::timestamptz[] as moments`,
)
const nulls = {
  big: nullable(int8),
  at: nullable(timestamptz),
  tree: nullable(json<unknown>()),
  words: nullable(array(text)),
}
const nothing = { big: null, at: null, tree: null, words: null }
const echoNulls = defineStatement(
  'test_echo_nulls',
  nulls,
  nulls,
  'select :big::int8 as big, :at::timestamptz as at, :tree::json as tree, :words::text[] as words',
)

let database: TestDatabase
before(async () => {
  database = await openTestDatabase({ connections: 2 })
  await database.query('create table notes (word text primary key); grant all on notes to qist_service')
})
beforeEach(() => database.query('delete from notes'))
after(() => database.close())

const words = async (): Promise<string[]> => (await database.db.run(listNotes, {})).map((row) => row.word)

test("a transaction's changes are visible to others when it ends, and not before", async () => {
  const answer = await database.db.transaction(async (tx) => {
    await tx.run(addNote, { word: 'first' })
    await tx.runText(`insert into notes values ('second')`)
    assert.deepEqual(await tx.run(listNotes, {}), [{ word: 'first' }, { word: 'second' }])
    assert.deepEqual(await words(), [])
    return 'answer'
  })
  assert.equal(answer, 'answer')
  assert.deepEqual(await words(), ['first', 'second'])
})

test('a transaction that throws changes nothing, and its error is passed on', async () => {
  const thrown = new Error('out of luck')
  const failing = database.db.transaction(async (tx) => {
    await tx.run(addNote, { word: 'first' })
    throw thrown
  })
  await assert.rejects(failing, (error) => error === thrown)
  assert.deepEqual(await words(), [])
})

test('a failed statement fails its transaction, and the connection can be used again', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const failing = database.db.transaction(async (tx) => {
      await tx.run(addNote, { word: 'same' })
      await tx.run(addNote, { word: 'same' })
    })
    await assert.rejects(failing, { code: '23505' })
  }
  await database.db.transaction((tx) => tx.run(addNote, { word: 'same' }))
  assert.deepEqual(await words(), ['same'])
})

for (const limitMs of [undefined, minute]) {
  test(`a failed statement fails its transaction even if the work ignores the error, ${limitMs === undefined ? 'with the usual limits' : 'with a limit of its own'}`, async () => {
    const one = openDb({ connection: database.connection, connections: 1 })
    let callbacks = 0
    const failing = one.transaction(async (tx) => {
      tx.afterCommit(() => (callbacks += 1))
      await tx.run(addNote, { word: 'first' })
      await tx.runText('select 1 / 0').catch(() => undefined)
      await tx.run(listNotes, {}).catch(() => undefined)
      return 'saved'
    }, limitMs)
    await assert.rejects(failing, { code: '22012' })
    assert.deepEqual([callbacks, await words()], [0, []])
    await one.transaction(async (tx) => {
      tx.afterCommit(() => (callbacks += 1))
      await tx.run(addNote, { word: 'second' })
    })
    assert.deepEqual([callbacks, await words()], [1, ['second']])
    assert.deepEqual(await one.run(showTimeouts, {}), [{ statement: '8s', lock: '200ms' }])
    await one.close()
  })
}

test('a lock conflict repeats the work, even if the work ignores the error', async () => {
  let attempts = 0
  const answer = await database.db.transaction(async (tx) => {
    attempts += 1
    await tx.run(addNote, { word: 'first' })
    if (attempts === 1) {
      await tx.runText(`do $$ begin raise exception 'locked' using errcode = '55P03'; end $$`).catch(() => undefined)
    }
    return attempts
  })
  assert.deepEqual([answer, await words()], [2, ['first']])
})

test('a transaction whose connection is cut fails, and the pool continues without it', async () => {
  const failing = database.db.transaction((tx) => tx.runText('select pg_terminate_backend(pg_backend_pid())'))
  await assert.rejects(failing, /terminat/)
  assert.deepEqual(await words(), [])
})

test('a transaction inside a transaction is refused, and the outer one can continue', async () => {
  await database.db.transaction(async (tx) => {
    await assert.rejects(
      database.db.transaction(() => Promise.resolve()),
      /a second transaction inside a transaction/,
    )
    await tx.run(addNote, { word: 'outer' })
  })
  assert.deepEqual(await words(), ['outer'])
})

test('a call that is forbidden inside a transaction is refused at any depth, and allowed outside', async () => {
  const callOut = async (): Promise<void> => {
    await Promise.resolve()
    assertNoTransaction('a network call')
  }
  await assert.rejects(database.db.transaction(callOut), /^Error: a network call inside a transaction$/)
  const beside = database.db.transaction((tx) => tx.run(listNotes, {}))
  await callOut()
  await beside
  await callOut()
})

test('every type is read back as the value that was written', async () => {
  const values = {
    big: 9_223_372_036_854_775_807n,
    small: -2_147_483_648,
    word: 'šķ \' " \\ {} \u{1f9fe}',
    flag: false,
    id: '019a0000-0000-7000-8000-000000000001',
    bytes: Buffer.from([0, 1, 254, 255]),
    at: Date.parse('2026-03-01T10:00:00.123Z'),
    tree: { list: [1, 'two', null], text: '"quoted"' },
    words: ['', 'a,b', '{"c"}', 'null', '\\'],
    numbers: [-1n, 9_007_199_254_740_993n],
    moments: [0, 1_772_359_200_007],
  }
  const rows = await database.db.run(echo, values)
  assert.deepEqual(rows, [values])
})

test('instants keep their milliseconds, also whole seconds and distant years', async () => {
  for (const text of [
    '1970-01-01T00:00:00.000Z',
    '1969-12-31T23:59:59.999Z',
    '2026-10-25T00:30:00.010Z',
    '9999-12-31T23:59:59.999Z',
  ]) {
    const [row] = await database.db.run(echoNulls, { ...nothing, at: Date.parse(text) })
    assert.equal(new Date(row?.at ?? Number.NaN).toISOString(), text)
  }
})

test('json keeps texts that look like other values', async () => {
  for (const tree of [[], {}, 'text', '', 0, false, [[1], ['2']], { a: { b: [null] } }]) {
    const [row] = await database.db.run(echoNulls, { ...nothing, tree })
    assert.deepEqual(row?.tree, tree)
  }
})

test('null and an empty array stay different', async () => {
  for (const values of [nothing, { ...nothing, big: 0n, words: [] }]) {
    assert.deepEqual(await database.db.run(echoNulls, values), [values])
  }
})

test("a statement's name can be used once", () => {
  assert.throws(() => defineStatement('test_echo', {}, {}, 'select'), /two statements are named test_echo/)
})

const settings = {
  seqscan: text,
  bitmaps: text,
  plans: text,
}
const selectSettings = `select current_setting('enable_seqscan') as seqscan,
  current_setting('enable_bitmapscan') as bitmaps, current_setting('plan_cache_mode') as plans`
const showSettings = defineStatement('test_show_settings', {}, settings, selectSettings)
const reportOnSettings = defineReport('test_report_on_settings', {}, settings, selectSettings)

const findSource = defineStatement(
  'test_find_source_of_jit',
  {},
  { setting: text, source: text },
  `select setting, source from pg_settings where name = 'jit'`,
)

test('no plan is compiled, with any setting of the server', async () => {
  assert.deepEqual(await database.db.run(findSource, {}), [{ setting: 'off', source: 'client' }])
})

test("a report uses the server's own plan settings, and leaves the connection unchanged", async () => {
  const usual = { seqscan: 'off', bitmaps: 'off', plans: 'force_generic_plan' }
  const free = { seqscan: 'on', bitmaps: 'on', plans: 'auto' }
  const { db } = database
  for (let round = 0; round < 3; round += 1) {
    assert.deepEqual(await Promise.all([db.run(reportOnSettings, {}), db.run(reportOnSettings, {})]), [[free], [free]])
    assert.deepEqual(await Promise.all([db.run(showSettings, {}), db.run(showSettings, {})]), [[usual], [usual]])
  }
  await db.transaction(async (tx) => {
    assert.deepEqual(await tx.run(reportOnSettings, {}), [free])
    assert.deepEqual(await tx.run(showSettings, {}), [usual])
  })
  assert.deepEqual(await Promise.all([db.run(showSettings, {}), db.run(showSettings, {})]), [[usual], [usual]])
})
