import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { formatUrl } from '../../src/platform/db/connection.ts'
import { type Embedded, openEmbedded } from '../../src/platform/db/embedded/open-embedded.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { queryOnce } from '../../testkit/query.ts'
import { newDataDir, spawnService, startService } from '../support/service-process.ts'

// A server of its own: the service's role belongs to all databases of a server, and is missing at first here.
const folder = mkdtempSync(join(tmpdir(), 'qist-roles-'))
const log = { info: () => undefined, warn: () => undefined }
let server: Embedded
before(async () => {
  server = await openEmbedded({ dataDir: folder, log })
  await administer('create role maker login createrole', 'create role plain login', 'create role app login')
  await administer(
    `alter role maker password 'secret'`,
    `alter role plain password 'secret'`,
    `alter role app password 'secret'`,
  )
})
after(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await administer('drop database if exists one with (force)', 'drop database if exists two with (force)')
  await administer('drop role if exists qist_service')
})

async function administer(...statements: string[]): Promise<void> {
  for (const statement of statements) await queryOnce(server.connection, statement)
}

const addressOf = (login: string, database: string): string =>
  formatUrl({ ...server.connection, user: login, password: 'secret', database })
const listTables = (database: string) =>
  queryOnce({ ...server.connection, database }, `select from pg_tables where schemaname = 'public'`)

test('two databases of one server are migrated at once by a login that may create roles', async () => {
  for (let round = 0; round < 2; round += 1) {
    await administer('create database one owner maker', 'create database two owner maker')
    const opening = ['one', 'two', 'one', 'two'].map((name) =>
      openDatabase({ databaseUrl: addressOf('maker', name), dataDir: '', connections: 1 }, log),
    )
    for (const { close } of await Promise.all(opening)) await close()
    await administer('drop database one', 'drop database two', 'drop role qist_service')
  }
})

test("a login that may not create the role is refused with the administrator's statements; after them it serves", async () => {
  await administer('create database one owner plain')
  const refused = spawnService({ DATABASE_URL: addressOf('plain', 'one'), DATA_DIR: newDataDir() })
  assert.equal(await refused.waitForEnd(), 1)
  assert.equal(refused.lines.length, 1, refused.lines.join('\n'))
  const [, advice = ''] = refused.lines[0]?.split('have an administrator run: ') ?? []
  assert.equal(advice, 'create role qist_service; grant qist_service to "plain";')
  assert.deepEqual(await listTables('one'), [])
  await administer(advice)
  const service = await startService({ DATABASE_URL: addressOf('plain', 'one'), DATA_DIR: newDataDir() })
  await service.uae.capturedPayment('12.34')
})

test("with the owner's login for migrations, the service takes a payment by a login that owns nothing", async () => {
  await administer('create database one owner maker')
  const env = { DATABASE_URL: addressOf('app', 'one'), DATA_DIR: newDataDir() }
  const MIGRATION_DATABASE_URL = addressOf('maker', 'one')
  await assertRefused(
    { ...env, MIGRATION_DATABASE_URL },
    /DATABASE_URL.*have an administrator grant qist_service to its login/,
  )
  await administer('grant qist_service to app')
  for (const PROCESSES of ['1', '2']) {
    const service = await startService({ ...env, MIGRATION_DATABASE_URL, PROCESSES })
    await service.uae.capturedPayment('12.34')
    service.process.kill('SIGTERM')
    assert.equal(await service.process.waitForEnd(), 0)
  }
  const alone = await startService(env)
  await alone.uae.capturedPayment('12.34')
})

test('a login that owns nothing and needs a migration is refused with the helpful variable', async () => {
  await administer('create database one owner maker', 'create role qist_service', 'grant qist_service to app')
  const env = { DATABASE_URL: addressOf('app', 'one'), DATA_DIR: newDataDir() }
  await assertRefused(
    env,
    /DATABASE_URL cannot be used: .*\(set MIGRATION_DATABASE_URL to the login that owns its tables\)$/,
  )
})

async function assertRefused(env: NodeJS.ProcessEnv, line: RegExp): Promise<void> {
  const refused = spawnService(env)
  assert.equal(await refused.waitForEnd(), 1)
  assert.equal(refused.lines.length, 1, refused.lines.join('\n'))
  assert.match(refused.lines[0] ?? '', line)
}
