import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTestDatabase } from '../../../test/support/database.ts'
import { text } from './columns.ts'
import type { Db } from './db.ts'
import { openDatabase } from './open.ts'
import { defineStatement } from './statement.ts'

const log = { info: () => undefined, warn: () => undefined }
const findPayments = defineStatement(
  'test_find_payments',
  {},
  { name: text },
  `select to_regclass('payments')::text as name`,
)

test('DATABASE_URL: several processes open the database with its schema at once', async () => {
  const database = await openTestDatabase()
  await database.query('drop schema public cascade; create schema public')
  const config = { databaseUrl: database.url, dataDir: '/nowhere', connections: 2 }
  const opened = await Promise.all([openDatabase(config, log), openDatabase(config, log)])
  for (const { db } of opened) assert.deepEqual(await db.run(findPayments, {}), [{ name: 'payments' }])
  await Promise.all(opened.map(({ close }) => close()))
  await database.close()
})

test('without DATABASE_URL the embedded database of the data folder opens, and opens again after closing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qist-open-'))
  for (let round = 0; round < 2; round += 1) {
    const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir }, log)
    assert.deepEqual(await db.run(findPayments, {}), [{ name: 'payments' }])
    await close()
  }
  rmSync(dataDir, { recursive: true })
})

test('an unreachable database, or one that refuses us, is reported in one line without the password', async () => {
  const database = await openTestDatabase()
  const { connection } = database
  const wrongPassword = database.url.replace(encodeURIComponent(String(connection.password)), 'hush')
  const noDatabase = database.url.replace(/[^/]+$/, 'missing')
  const noPassword = database.url.replace(/:[^:@/]+@/, '@')
  const refusing = ['postgres://someone:hush@127.0.0.1:1/qist', wrongPassword, noPassword, noDatabase]
  for (const databaseUrl of refusing) {
    await assertUnusable(databaseUrl)
  }
  await database.close()
})

test('a port that is no PostgreSQL, or hangs up, is reported in one line', async (t) => {
  const greetings = [
    (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    (socket: Socket) => socket.destroy(),
  ]
  for (const greet of greetings) {
    const server = createServer(greet).listen(0, '127.0.0.1')
    t.after(() => server.close())
    await once(server, 'listening')
    await assertUnusable(`postgres://someone:hush@127.0.0.1:${(server.address() as AddressInfo).port}/qist`)
  }
})

async function assertUnusable(databaseUrl: string): Promise<void> {
  await assert.rejects(openDatabase({ databaseUrl, dataDir: '/nowhere' }, log), (error: Error) => {
    assert.equal(error.name, 'UnusableDatabase')
    assert.match(error.message, /^The database of DATABASE_URL cannot be used: .+$/)
    assert.ok(!error.message.includes('hush'))
    return true
  })
}

test('a disk that fills up during the preparation of a database is reported in one line', async () => {
  const database = await openTestDatabase()
  const full = defineStatement(
    'test_fill_disk',
    {},
    { never: text },
    `do $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$`,
  )
  const prepare = async (owner: Db): Promise<void> => void (await owner.run(full, {}))
  await assert.rejects(openDatabase({ databaseUrl: database.url, dataDir: '/nowhere', prepare }, log), {
    name: 'UnusableDatabase',
    message: 'The disk of the database is full (could not extend file): make room on it',
  })
  await database.close()
})
