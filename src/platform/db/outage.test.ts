import assert from 'node:assert/strict'
import { connect, createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { cleanUp } from '../../../test/support/service-process.ts'
import { listen } from '../../../testkit/listen.ts'
import { queryOnce } from '../../../testkit/query.ts'
import { retry } from '../../../testkit/timeouts.ts'
import { text } from './columns.ts'
import { type Db, openDb } from './db.ts'
import { openDatabase } from './open.ts'
import { isOfOutage, tellOutages } from './outage.ts'
import { defineStatement } from './statement.ts'

const say = defineStatement('test_say_still', { word: text }, { word: text }, 'select :word::text as word')
const writeWord = defineStatement('test_write_word', { word: text }, {}, 'insert into words (word) values (:word)')

let database: TestDatabase
let logged: { readonly message: string; readonly failed?: number }[]
before(async () => {
  database = await openTestDatabase({ connections: 1 })
  await database.query('create table words (word text primary key); grant all on words to qist_service')
})
after(() => database.close())

function open(connections: number, connection = database.connection): Db {
  logged = []
  const note = (details: object, message: string): void => void logged.push({ message, ...details })
  const outages = tellOutages({ info: note, warn: note })
  const db = openDb({ connection, connections, outages })
  cleanUp(() => db.close())
  return db
}

/** Runs a text on the server, through another database. */
async function administer(sql: string): Promise<void> {
  await queryOnce({ ...database.connection, database: 'postgres' }, sql)
}

const setConnections = (allowed: boolean) =>
  administer(`alter database ${database.connection.database} allow_connections ${allowed}`)
const cutAll = () =>
  administer(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${database.connection.database}'`,
  )

test('an outage is reported once, with any number of failures, and its end once', async () => {
  const db = open(4)
  const ask = () => Promise.allSettled(Array.from({ length: 8 }, () => db.run(say, { word: 'hello' })))
  await ask()
  await setConnections(false)
  cleanUp(() => setConnections(true))
  await cutAll()
  for (let time = 0; time < 5; time += 1) {
    for (const one of await ask()) assert.ok(one.status === 'rejected' && isOfOutage(one.reason), one.status)
  }
  const lost = logged.filter(({ message }) => message === 'the database cannot be used')
  assert.equal(lost.length, 1, JSON.stringify(logged))
  await setConnections(true)
  await retry('the database is back', async () => {
    const answers = await ask()
    return answers.every(({ status }) => status === 'fulfilled') && logged.some(({ failed }) => failed !== undefined)
  })
  await ask()
  assert.deepEqual(
    logged.map(({ message }) => message).filter((message) => !message.startsWith('idle')),
    ['the database cannot be used', 'the database can be used again'],
  )
  assert.equal(logged.at(-1)?.failed, 40)
})

test('a database that was never reached: no outage is reported, because the start reports the error', async () => {
  const db = open(2, { ...database.connection, password: 'wrong', database: 'there_is_none' })
  await assert.rejects(db.run(say, { word: 'hello' }), (error: Error) => !isOfOutage(error))
  assert.deepEqual(logged, [])
})

test('idle connections that are cut off are reported once, and no work fails', async () => {
  const db = open(4)
  await Promise.all(Array.from({ length: 4 }, () => db.run(say, { word: 'hello' })))
  await cutAll()
  await retry('it is told', () => logged.length > 0)
  assert.deepEqual(await db.run(say, { word: 'still' }), [{ word: 'still' }])
  assert.deepEqual(
    logged.map(({ message }) => message),
    ['idle database connections were cut off'],
  )
})

test('a failure with another reason is no outage', async () => {
  const db = open(1)
  await db.run(writeWord, { word: 'once' })
  const again = db.run(writeWord, { word: 'once' })
  await assert.rejects(again, (error) => !isOfOutage(error))
  assert.deepEqual(logged, [])
})

test('a read-only server is refused, at the start in one line, and used again when it accepts writes', async () => {
  const db = open(2)
  const { connection, url } = database
  await administer(`alter database ${connection.database} set default_transaction_read_only = on`)
  cleanUp(() => administer(`alter database ${connection.database} reset default_transaction_read_only`))
  await assert.rejects(db.run(say, { word: 'of the past' }), {
    code: '25006',
    message: /^it only reads, as a standby does/,
  })
  const silent = { info: () => undefined, warn: () => undefined }
  await assert.rejects(openDatabase({ databaseUrl: url, dataDir: '/nowhere' }, silent), {
    name: 'UnusableDatabase',
    message:
      'The database of DATABASE_URL cannot be used: it only reads, as a standby does: the address must lead to the primary',
  })
  await administer(`alter database ${connection.database} reset default_transaction_read_only`)
  assert.deepEqual(await db.run(say, { word: 'now' }), [{ word: 'now' }])
})

test('a connection that accepts no writes is closed, if a pooler has kept it', async () => {
  const db = open(1)
  await db.runText('set default_transaction_read_only = on')
  await assert.rejects(db.run(writeWord, { word: 'lost' }), { code: '25006' })
  await db.run(writeWord, { word: 'kept' })
  assert.equal((await database.query(`select from words where word = 'kept'`)).length, 1)
})

test('a call that reaches a standby and then the primary succeeds, and no outage is reported', async () => {
  const { connection } = database
  const reset = () => administer(`alter database ${connection.database} reset default_transaction_read_only`)
  await administer(`alter database ${connection.database} set default_transaction_read_only = on`)
  cleanUp(reset)
  let led = 0
  const balancer = createServer(async (client) => {
    led += 1
    if (led === 2) await reset()
    const server = connect({ path: `${connection.host}/.s.PGSQL.${connection.port}` })
    for (const end of [client, server]) end.on('error', () => undefined)
    client.pipe(server).pipe(client)
  })
  const port = await listen(balancer)
  const db = open(1, { ...connection, host: '127.0.0.1', port })
  cleanUp(() => void balancer.close())
  assert.deepEqual(await db.run(say, { word: 'now' }), [{ word: 'now' }])
  assert.equal(led, 2)
  assert.deepEqual(logged, [])
})
