import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoAgents, demoPersons } from '../../src/platform/people/demo-people.ts'
import { newBackOfficeVisitor, signInAt, trySignIn } from '../../testkit/back-office-visitor.ts'
import { runQist } from '../../testkit/command.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { cleanUp, newDataDir, type RunningService, spawnService, startService } from '../support/service-process.ts'

// A database that was used as a sandbox, and the command that prepares it for production.
const secrets = { SECRETS_KEY: 'a1b2'.repeat(16), SIGNING_KEY: 'c3d4'.repeat(16) }

async function newDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase()
  cleanUp(() => database.close())
  return database
}

async function stop(service: RunningService): Promise<void> {
  service.process.kill('SIGTERM')
  await service.process.waitForEnd()
}

/** The error of a service that does not start. */
async function refusalOf(env: NodeJS.ProcessEnv): Promise<string> {
  const refused = spawnService(env)
  assert.equal(await refused.waitForEnd(), 1, refused.lines.join('\n'))
  assert.equal(refused.lines.length, 1, refused.lines.join('\n'))
  return refused.lines[0] ?? ''
}

function productionOn(database: TestDatabase, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { DATABASE_URL: database.url, DATA_DIR: newDataDir(), QIST_MODE: 'production', ...secrets, ...env }
}

const prepare = (database: TestDatabase, ...args: string[]) =>
  runQist(database.url, newDataDir(), 'production', 'prepare', ...args)

/** An operator's merchant, integrated by its owner. */
async function createMerchant(database: TestDatabase): Promise<{ id: string; open(baseUrl: string): Shop }> {
  const made = await runQist(
    ...([database.url, newDataDir(), 'merchant', 'create', '--name', 'Real', '--region', 'uae'] as const),
    ...['--store', 'main:AE', '--json'],
  )
  const { id, keys } = JSON.parse(made.stdout)
  return { id, open: (baseUrl) => openShop(baseUrl, keys.live.secret, { merchantCode: 'main' }) }
}

for (const PROCESSES of ['1', '2']) {
  test(`production in ${PROCESSES} processes starts on a sandbox's database after the command`, async () => {
    const database = await newDatabase()
    const merchant = await createMerchant(database)
    const sandbox = await startService({ DATABASE_URL: database.url, DATA_DIR: newDataDir(), ...secrets })
    const baseUrl = sandbox.uae.baseUrl
    const real = merchant.open(baseUrl)
    const payment = await real.capturedPayment('120.00')
    const stores = [{ merchant_code: 'a', country: 'AE' }]
    const keyless = await openShop(baseUrl, '').call('POST', '/sandbox/merchants', { name: 'K', region: 'uae', stores })
    assert.equal((await real.call('POST', '/sandbox/clock', { advance: 'P3D' })).status, 200)
    const before = await real.call('GET', `/api/v2/payments/${payment}`)
    await stop(sandbox)

    const line = await refusalOf(productionOn(database, { PROCESSES }))
    assert.match(line, /^QIST_MODE=production: a sandbox has used this database/)
    assert.match(line, /\(1 live payment, 1 saved card, 24 working keys, 1 merchant clock ahead/)
    assert.match(line, /demo or sandbox sign-ins, the sandbox's journal\)/)
    assert.match(line, /npx qist production prepare --yes/)

    // The refused start has not marked the database as production's.
    await stop(await startService({ DATABASE_URL: database.url, DATA_DIR: newDataDir(), ...secrets }))
    const question = await prepare(database)
    assert.deepEqual([question.code, question.stderr], [1, ''])
    assert.match(question.stdout, /Nothing was changed: --yes /)
    await refusalOf(productionOn(database, { PROCESSES }))

    const done = await prepare(database, '--yes')
    assert.equal(done.code, 0, done.stderr)
    assert.match(done.stdout, /Demo UAE\): 4 working keys revoked[\s\S]*\(Real\): its clock was 259200 s ahead/)
    assert.ok(!/Real\): \d+ working keys/.test(done.stdout))

    const production = await startService(productionOn(database, { PROCESSES }))
    const at = production.uae.baseUrl
    for (const key of [demoKey(1), demoKey(1, 'sk_'), demoKey(2, 'pk_'), keyless.body.keys.live.secret]) {
      assert.equal((await openShop(at, key).call('GET', '/api/v2/payments')).status, 401)
    }
    const kept = await merchant.open(at).call('GET', `/api/v2/payments/${payment}`)
    assert.deepEqual([kept.status, kept.body], [200, before.body])
    const ownMachine = await merchant.open(at).call('POST', '/api/v1/webhooks', { url: 'http://localhost:3000/hook' })
    assert.deepEqual([ownMachine.status, ownMachine.body.error], [400, 'invalid webhook url'])
    const made = await merchant.open(at).checkout('50.00')
    const ageMs = Date.now() - Date.parse(made.body.payment.created_at)
    assert.ok(ageMs >= 0 && ageMs < 60_000, made.body.payment.created_at)
    await stop(production)
    const sandboxAgain = { DATABASE_URL: database.url, DATA_DIR: newDataDir(), PROCESSES, ...secrets }
    assert.match(await refusalOf(sandboxAgain), /^QIST_MODE=sandbox: production has used this database since 20\d\d-/)
    assert.match((await prepare(database, '--yes')).stdout, /^Nothing of a sandbox is left/)
    assert.equal((await runQist(database.url, newDataDir(), 'doctor')).code, 0)
  })
}

test('people whom a stranger invited in a sandbox, and open invitations, are gone in production', async () => {
  const database = await newDatabase()
  const sandbox = await startService({ DATABASE_URL: database.url, DATA_DIR: newDataDir(), ...secrets })
  const { baseUrl } = sandbox.uae
  const admin = await signInAt(baseUrl, 'admin@demo.test')
  const invite = async (email: string): Promise<string> => {
    await admin.get('/dashboard/test/team')
    const { text } = await admin.send('/dashboard/test/team/invite', { email, role: 'admin' })
    return /\/dashboard\/invitation\?token=[\w-]+/.exec(text)?.[0] ?? assert.fail(text)
  }
  const link = await invite('stranger@evil.example')
  const stranger = newBackOfficeVisitor(baseUrl)
  await stranger.get(link)
  assert.equal((await stranger.send(link, { password: 'violet-otter-seven' })).location, '/dashboard')
  const open = await invite('late@evil.example')
  await stop(sandbox)
  const people = demoPersons.length + demoAgents.length + 1

  assert.match(
    await refusalOf(productionOn(database)),
    new RegExp(`${people} demo or sandbox sign-ins, 1 open invitation, the sandbox's journal\\)`),
  )
  const done = await prepare(database, '--yes')
  assert.match(done.stdout, new RegExp(`${people} people of the sandbox: removed\n1 open invitations: ended`))
  // Later invitations of the operator or of an admin stay open.
  const { id } = await createMerchant(database)
  const args = ['--merchant', id, '--email', 'first@shop.example', '--role', 'admin'] as const
  const invited = await runQist(database.url, newDataDir(), 'person', 'invite', ...args)
  const own = /\/dashboard\/invitation\?token=[\w-]+/.exec(invited.stdout)?.[0] ?? assert.fail(invited.stderr)
  const production = await startService(productionOn(database))
  const at = production.uae.baseUrl
  assert.equal((await trySignIn(newBackOfficeVisitor(at), 'stranger@evil.example', 'violet-otter-seven')).status, 422)
  assert.equal((await newBackOfficeVisitor(at).get(open)).status, 404)
  assert.equal((await newBackOfficeVisitor(at).get(own)).status, 200)
  await stop(production)
  assert.match((await prepare(database, '--yes')).stdout, /^Nothing of a sandbox is left/)
  assert.equal((await database.query('select id from invitations where used_at is null and ends_at > now()')).length, 1)
})

test('production starts on a new database and on its own', async () => {
  const database = await newDatabase()
  const env = productionOn(database)
  await stop(await startService(env))
  await createMerchant(database)
  await stop(await startService(env))
  assert.equal((await prepare(database)).code, 0)
})

test('an advanced clock alone, or a demo key of any merchant alone, prevents a start in production', async () => {
  const database = await newDatabase()
  const merchant = await createMerchant(database)
  await database.query('update merchants set clock_offset_ms = 1')
  assert.match(await refusalOf(productionOn(database)), /\(1 merchant clock ahead of the time\)/)
  await prepare(database, '--yes')
  await database.query(
    `insert into keys (merchant_id, id, kind, is_test, hash, last_four, created_at)
     values ('${merchant.id}', gen_random_uuid(), 'secret', false, sha256('${demoKey(3, 'sk_')}'), '3333', now())`,
  )
  assert.match(await refusalOf(productionOn(database)), /\(1 working key\)/)
  const done = JSON.parse((await prepare(database, '--yes', '--json')).stdout)
  assert.deepEqual(
    [done.remains.map(({ kind, count }: { kind: string; count: number }) => [kind, count]), done.clocks],
    [[['working key', 1]], []],
  )
  const production = await startService(productionOn(database))
  assert.equal((await merchant.open(production.uae.baseUrl).call('GET', '/api/v2/payments')).status, 200)
})

const triggers = `select tgname from pg_trigger where tgname like 'journal%'`

test('a journal alone prevents a start in production, until it is removed', async () => {
  const database = await newDatabase()
  await createMerchant(database)
  await database.db.runText('select follow_changes()')
  assert.match(await refusalOf(productionOn(database)), /\(the sandbox's journal\)/)
  const done = await prepare(database, '--yes')
  assert.match(done.stdout, /^The sandbox's journal: removed\nThe database is fit for production/)
  assert.deepEqual(await database.query(triggers), [])
  await stop(await startService(productionOn(database)))
})

test('production has no journal: no route, no entries of calls, changes or deliveries, and later events are as before', async () => {
  const database = await newDatabase()
  const merchant = await createMerchant(database)
  const production = await startService(productionOn(database))
  const shop = merchant.open(production.uae.baseUrl)
  const created = await shop.checkout('50.00')
  assert.equal(created.status, 200, created.text)
  assert.equal((await shop.call('GET', `/api/v2/payments/${created.body.payment.id}`)).status, 200)
  assert.equal((await fetch(created.body.configuration.available_products.installments[0].web_url)).status, 200)
  for (const path of ['/sandbox/journal', `/sandbox/journal/${created.headers.get('x-request-id')}`])
    assert.equal((await shop.call('GET', path)).text, '404 page not found')
  await stop(production)
  assert.deepEqual(await database.query('select * from journal_entries'), [])
  assert.deepEqual(await database.query('select * from journals'), [])
  assert.deepEqual(await database.query(triggers), [])
})

for (const PROCESSES of ['1', '2']) {
  test(`a sandbox in ${PROCESSES} processes ends when production starts on its database`, async () => {
    const database = await newDatabase()
    const sandbox = await startService({ DATABASE_URL: database.url, DATA_DIR: newDataDir(), PROCESSES, ...secrets })
    const prepared = await prepare(database, '--yes')
    assert.equal(prepared.code, 0, prepared.stderr)
    const production = await startService(productionOn(database))
    assert.equal(await sandbox.process.waitForEnd(), 1)
    assert.ok(
      sandbox.process.lines.some((line) => line.startsWith('QIST_MODE=sandbox: production has used this database')),
      sandbox.process.lines.join('\n'),
    )
    await stop(production)
  })
}
