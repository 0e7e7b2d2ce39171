import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { cleanUp, until } from '../../../test/support/service-process.ts'
import { type FreezingProxy, openFreezingProxy } from '../../../testkit/freezing-proxy.ts'
import { DeadlinePassed } from '../base/deadline.ts'
import { batchCalls } from './batch-calls.ts'
import { text } from './columns.ts'
import { type Db, openDb, type Tx } from './db.ts'
import type { DbLimits } from './limits.ts'
import { openDatabase } from './open.ts'
import { defineStatement } from './statement.ts'

const say = defineStatement('test_say', { word: text }, { word: text }, 'select :word::text as word')
const dawdle = defineStatement('test_dawdle', {}, {}, 'select pg_sleep(30)')
const addWord = defineStatement('test_add_word', { word: text }, {}, 'insert into words (word) values (:word)')
const lockWord = defineStatement(
  'test_lock_word',
  { word: text },
  {},
  'select from words where word = :word for update',
)

const limits: DbLimits = {
  connectMs: 2_000,
  statementMs: 600,
  lockMs: 25,
  lockRetryMs: 500,
  transactionMs: 1_500,
  idleInTransactionMs: 800,
  silenceMs: 300,
  closeMs: 300,
}
const connections = 4

let database: TestDatabase
let proxy: FreezingProxy
let db: Db
before(async () => {
  database = await openTestDatabase({ connections: 2 })
  await database.query('create table words (word text primary key); grant all on words to qist_service')
})
after(() => database.close())
beforeEach(async () => {
  await database.query('delete from words')
  proxy = await openFreezingProxy(database.connection)
  db = openDb({ connection: { ...database.connection, host: '127.0.0.1', port: proxy.port }, connections, limits })
  let isClosed = false
  const { close } = db
  db = Object.assign(db, {
    close: async () => {
      if (!isClosed) await close()
      isClosed = true
    },
  })
  cleanUp(() => proxy.close())
  cleanUp(() => db.close())
})

const words = async (): Promise<unknown[]> => (await database.query('select word from words')).map((row) => row['word'])

/** Runs statements on all connections of the pool at once. All of them are open afterwards. */
async function sayOnAll(word: string): Promise<void> {
  const everybody = Promise.withResolvers<void>()
  let count = 0
  const meet = async (tx: Tx): Promise<void> => {
    assert.deepEqual(await tx.run(say, { word }), [{ word }])
    count += 1
    if (count === connections) everybody.resolve()
    await everybody.promise
  }
  await inTime(Promise.all(Array.from({ length: connections }, () => db.transaction(meet))))
}

/** Fails if the work never ends. The limit is generous: the work takes a few seconds at most. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('it never ends')), 30_000)
  return await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

test('a statement on a silent connection fails, and other statements do not run into the other silent ones', async () => {
  await sayOnAll('before')
  proxy.freeze()
  await assert.rejects(inTime(db.run(say, { word: 'lost' })), DeadlinePassed)
  await sayOnAll('after')
  // The slots are free and the sockets closed, without waiting for the server.
  await until(() => proxy.open === connections)
  assert.equal(proxy.accepted, 2 * connections)
})

test('a server that is silent on new connections fails fast, and is used again when it answers', async () => {
  await sayOnAll('before')
  proxy.freeze('silent')
  const results = await inTime(Promise.allSettled(Array.from({ length: 10 }, () => db.run(say, { word: 'lost' }))))
  for (const one of results) assert.ok(one.status === 'rejected' && one.reason instanceof DeadlinePassed, one.status)
  proxy.thaw()
  await sayOnAll('after')
  await until(() => proxy.open === connections)
})

test('a transaction whose connection falls silent fails, and the server releases its locks', async () => {
  await database.db.run(addWord, { word: 'held' })
  const cut = db.transaction(async (tx) => {
    await tx.run(lockWord, { word: 'held' })
    await tx.run(addWord, { word: 'never' })
    proxy.freeze()
    await tx.run(say, { word: 'lost' })
  })
  await assert.rejects(inTime(cut), DeadlinePassed)
  await inTime(untilNobodyHolds('held'))
  assert.deepEqual(await words(), ['held'])
  await sayOnAll('after')
})

async function untilNobodyHolds(word: string): Promise<void> {
  for (;;) {
    const held = await database.query(`select from words where word = '${word}' for update skip locked`)
    if (held.length === 1) return
  }
}

test('a transaction that falls silent at its commit fails, and one that waits for other work is ended', async () => {
  const atCommit = db.transaction(async (tx) => {
    await tx.run(addWord, { word: 'perhaps' })
    proxy.freeze()
  })
  await assert.rejects(inTime(atCommit), DeadlinePassed)
  await assert.rejects(inTime(db.transaction(() => new Promise(() => undefined))), DeadlinePassed)
  await sayOnAll('after')
})

test('both running batches fall silent, and the calls behind them succeed', async () => {
  await sayOnAll('before')
  const call = batchCalls({ maxBatchSize: 2, maxInFlight: 2 }, async (inputs: readonly string[]) => {
    const rows = await Promise.all(inputs.map((input) => db.run(say, { word: input })))
    return rows.flat()
  })
  proxy.freeze()
  const answers = await inTime(Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(call)))
  assert.deepEqual(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.word : 'lost')),
    ['lost', 'lost', 'lost', 'lost', 'e', 'f', 'g', 'h'],
  )
})

test('closing while everything is silent ends in time, and leaves no open socket', async () => {
  await sayOnAll('before')
  const lost = assert.rejects(db.run(dawdle, {}), DeadlinePassed)
  proxy.freeze('silent')
  await inTime(db.close())
  await lost
  await until(() => proxy.open === 0)
})

test('the server ends a statement that takes or waits too long, and the connection can be used again', async () => {
  await assert.rejects(inTime(db.run(dawdle, {})), { code: '57014' })
  await database.db.run(addWord, { word: 'held' })
  await database.db.transaction(async (tx) => {
    await tx.run(lockWord, { word: 'held' })
    const waiting = Promise.resolve().then(() => db.run(lockWord, { word: 'held' }))
    await assert.rejects(inTime(waiting), { code: '55P03' })
  })
  assert.deepEqual(await db.run(lockWord, { word: 'held' }), [{}])
  assert.equal(proxy.accepted, 1)
})

test('a statement that waits for a lock occupies no connection, and gets the lock when it is released', async () => {
  await database.db.run(addWord, { word: 'wanted' })
  const letGo = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const patient = openDb({ connection: database.connection, connections, limits: { ...limits, lockRetryMs: 60_000 } })
  try {
    const holding = database.db.transaction(async (tx) => {
      await tx.run(lockWord, { word: 'wanted' })
      isHeld.resolve()
      await letGo.promise
    })
    await isHeld.promise
    let isOver = false
    const waiting = Promise.all(
      Array.from({ length: 10 * connections }, (_, index) =>
        index % 2 === 0
          ? patient.run(lockWord, { word: 'wanted' })
          : patient.transaction(async (tx) => void (await tx.run(lockWord, { word: 'wanted' }))),
      ),
    ).finally(() => {
      isOver = true
    })
    for (let number = 0; number < 100; number += 1)
      assert.deepEqual(await patient.run(say, { word: 'x' }), [{ word: 'x' }])
    assert.equal(isOver, false)
    letGo.resolve()
    await Promise.all([holding, waiting])
  } finally {
    letGo.resolve()
    await patient.close()
  }
})

test('a transaction with a longer limit has it for its statements and for its locks', async () => {
  await database.db.run(addWord, { word: 'held' })
  const holds = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const holding = database.db.transaction(async (tx) => {
    await tx.run(lockWord, { word: 'held' })
    holds.resolve()
    await letGo.promise
  })
  await holds.promise
  const patient = db.transaction((tx) => tx.run(lockWord, { word: 'held' }), 20_000)
  await assert.rejects(inTime(db.run(dawdle, {})), { code: '57014' })
  await database.query('select 1')
  letGo.resolve()
  await holding
  assert.deepEqual(await inTime(patient), [{}])
})

test('a server that falls silent before or during the TLS handshake fails fast', async () => {
  for (const greeting of ['S', '']) {
    const sockets: Socket[] = []
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined).resume())
      if (greeting !== '') socket.once('data', () => socket.write(greeting))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const databaseUrl = `postgres://qist:secret@127.0.0.1:${port}/qist?sslmode=no-verify`
    const silent = { info: () => undefined, warn: () => undefined }
    const opening = openDatabase({ databaseUrl, dataDir: '', limits: { ...limits, connectMs: 400 } }, silent)
    await assert.rejects(inTime(opening), /^UnusableDatabase|cannot be used: no connection to the database in time$/)
    await until(() => sockets.every((socket) => socket.readableEnded || socket.destroyed))
    server.close()
    for (const socket of sockets) socket.destroy()
  }
})
