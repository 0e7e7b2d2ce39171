import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runQist } from '../../testkit/command.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { cleanUp, newDataDir, type RunningService, spawnService, startService } from '../support/service-process.ts'

// A database that a sandbox has used, and what becomes of it before production serves on it.
const secrets = { SECRETS_KEY: 'a'.repeat(64) }

async function newDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase()
  cleanUp(() => database.close())
  return database
}

async function stop(service: RunningService): Promise<void> {
  service.process.kill('SIGTERM')
  await service.process.waitForEnd()
}

/** The line that a production that does not start has to say. */
async function refusalOf(database: TestDatabase, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const refused = spawnService(productionOn(database, env))
  assert.equal(await refused.waitForEnd(), 1, refused.lines.join('\n'))
  assert.equal(refused.lines.length, 1, refused.lines.join('\n'))
  return refused.lines[0] ?? ''
}

function productionOn(database: TestDatabase, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { DATABASE_URL: database.url, DATA_DIR: newDataDir(), QIST_MODE: 'production', ...secrets, ...env }
}

const prepare = (database: TestDatabase, ...args: string[]) =>
  runQist(database.url, newDataDir(), 'production', 'prepare', ...args)

/** A merchant of an operator's, as its owner integrates it. */
async function createMerchant(database: TestDatabase): Promise<{ id: string; open(baseUrl: string): Shop }> {
  const made = await runQist(
    ...([database.url, newDataDir(), 'merchant', 'create', '--name', 'Real', '--region', 'uae'] as const),
    ...['--store', 'main:AE', '--json'],
  )
  const { id, keys } = JSON.parse(made.stdout)
  return { id, open: (baseUrl) => openShop(baseUrl, keys.live.secret, { merchantCode: 'main' }) }
}

for (const PROCESSES of ['1', '2']) {
  test(`production in ${PROCESSES} processes starts on what a sandbox has used once the command has been run`, async () => {
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

    const line = await refusalOf(database, { PROCESSES })
    assert.match(line, /^QIST_MODE=production: a sandbox has used this database/)
    assert.match(line, /working keys of 4 demo or sandbox merchants, 1 merchant clock ahead/)
    assert.match(line, /npx qist production prepare --yes/)

    const asked = await prepare(database)
    assert.deepEqual([asked.code, asked.stderr], [1, ''])
    assert.match(asked.stdout, /Nothing was changed: --yes /)
    await refusalOf(database, { PROCESSES })

    const done = await prepare(database, '--yes')
    assert.equal(done.code, 0, done.stderr)
    assert.match(done.stdout, /Demo UAE\): 4 keys revoked[\s\S]*\(Real\): its clock was 259200 s ahead/)
    assert.ok(!/Real\): \d+ keys/.test(done.stdout))

    const production = await startService(productionOn(database, { PROCESSES }))
    const at = production.uae.baseUrl
    for (const key of [demoKey(1), demoKey(1, 'sk_'), demoKey(2, 'pk_'), keyless.body.keys.live.secret]) {
      assert.equal((await openShop(at, key).call('GET', '/api/v2/payments')).status, 401)
    }
    const kept = await merchant.open(at).call('GET', `/api/v2/payments/${payment}`)
    assert.deepEqual([kept.status, kept.body], [200, before.body])
    const made = await merchant.open(at).checkout('50.00')
    const ageMs = Date.now() - Date.parse(made.body.payment.created_at)
    assert.ok(ageMs >= 0 && ageMs < 60_000, made.body.payment.created_at)
    await stop(production)
    assert.match((await prepare(database, '--yes')).stdout, /^Nothing of a sandbox is left/)
    assert.equal((await runQist(database.url, newDataDir(), 'doctor')).code, 0)
  })
}

test('production starts on a new database and on one of its own', async () => {
  const database = await newDatabase()
  const env = productionOn(database)
  await stop(await startService(env))
  await createMerchant(database)
  await stop(await startService(env))
  assert.equal((await prepare(database)).code, 0)
})

test('a clock alone, and a demo key alone, whoever has it, keep production from starting', async () => {
  const database = await newDatabase()
  const merchant = await createMerchant(database)
  await database.query('update merchants set clock_offset_ms = 1')
  assert.match(await refusalOf(database), /\(1 merchant clock ahead of the time\)/)
  await prepare(database, '--yes')
  await database.query(
    `insert into keys (merchant_id, id, kind, is_test, hash, last_four, created_at)
     values ('${merchant.id}', gen_random_uuid(), 'secret', false, sha256('${demoKey(3, 'sk_')}'), '3333', now())`,
  )
  assert.match(await refusalOf(database), /\(working keys of 1 demo or sandbox merchant\)/)
  const done = JSON.parse((await prepare(database, '--yes', '--json')).stdout)
  assert.deepEqual([done.revoked.length, done.revoked[0].keys, done.clocks], [1, 1, []])
  const production = await startService(productionOn(database))
  assert.equal((await merchant.open(production.uae.baseUrl).call('GET', '/api/v2/payments')).status, 200)
})
