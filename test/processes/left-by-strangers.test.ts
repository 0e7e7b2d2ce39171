import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newBackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { runQist } from '../../testkit/command.ts'
import { marked } from '../../testkit/sandbox-tables.ts'
import { type Stranger, stranger, strangersWrites } from '../../testkit/sandbox-writes.ts'
import { openShop } from '../../testkit/shop.ts'
import { openTestDatabase } from '../support/database.ts'
import { cleanUp, newDataDir, spawnService, startService } from '../support/service-process.ts'

const secrets = { SECRETS_KEY: 'a1b2'.repeat(16), SIGNING_KEY: 'c3d4'.repeat(16) }
const operatorsIban = 'SA0380000000608010167519'

test("strangers' data and changes of a sandbox are gone in production, and the operator's stay", async () => {
  const database = await openTestDatabase()
  cleanUp(() => database.close())
  const dataDir = newDataDir()
  const qist = async (...args: string[]) => {
    const done = await runQist(database.url, dataDir, ...args)
    assert.ok(done.code === 0 || args[0] === 'production', done.stderr)
    return done.stdout
  }
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...secrets }
  process.env['SECRETS_KEY'] = secrets.SECRETS_KEY
  cleanUp(() => void delete process.env['SECRETS_KEY'])
  const sandbox = await startService({ ...env, WEBHOOK_HOSTS: 'evil.test=127.0.0.1:9' })
  const { baseUrl } = sandbox.uae
  const create = ['merchant', 'create', '--name', 'Real', '--region', 'uae', '--store', 'main:AE', '--json']
  const { id, keys } = JSON.parse(await qist(...create))
  const of = ['--merchant', id]
  const money = ['--fee-percent', '3.00', '--beneficiary-name', 'Real LLC', '--beneficiary-iban', operatorsIban]
  await qist('store', 'set', ...of, '--code', 'main', ...money)
  await qist('signing', 'rotate', ...of, '--store', 'main')
  await qist('risk', 'set', ...of, '--mode', 'live', '--max-orders-per-day', '9')
  await qist('risk', 'block', ...of, '--mode', 'live', '--email', 'own@shop.example')
  const invited = await qist('person', 'invite', ...of, '--email', 'stranger@evil.example', '--role', 'admin')
  const admin = newBackOfficeVisitor(baseUrl)
  const link = /\/dashboard\/invitation\?token=[\w-]+/.exec(invited)?.[0] ?? assert.fail(invited)
  await admin.get(link)
  assert.equal((await admin.send(link, { password: 'violet-otter-seven' })).location, '/dashboard')
  const agent = await signInAt(baseUrl, 'agent@support.test', 'support')
  const by: Stranger = { baseUrl, merchantId: id, admin, agent, query: database.query, keys: [], pages: [] }
  for (const write of Object.values(strangersWrites)) await write(by)
  assert.equal((await openShop(baseUrl, by.keys[0] ?? '').call('GET', '/api/v2/payments')).status, 200)
  // The operator continues: the fee is new, the stranger's IBAN is not noticed, another customer is blocked.
  await qist('store', 'set', ...of, '--code', 'main', '--fee-percent', '4.00')
  await qist('risk', 'block', ...of, '--mode', 'live', '--email', 'other@shop.example')
  const own = JSON.parse(await qist('key', 'issue', ...of, '--mode', 'live', '--json'))
  sandbox.process.kill('SIGTERM')
  await sandbox.process.waitForEnd()

  const production = { ...env, QIST_MODE: 'production' }
  const refused = spawnService(production)
  assert.equal(await refused.waitForEnd(), 1)
  for (const kind of [
    ...['2 stores with changed settings', '1 logo of a store', '\\d webhooks', '\\d signing secrets'],
    ...['1 set of risk rules', '1 block of a customer', '1 payment link', '\\d open checkout sessions'],
    ...[
      "1 customer's sign-in",
      '1 code for a sign-in',
      '1 waiting request',
      '1 waiting request for a first admin',
      '\\d+ live payments?',
      '\\d saved cards?',
      '\\d+ working keys',
      'open invitations?',
    ],
  ])
    assert.match(refused.lines.join('\n'), new RegExp(kind))
  assert.equal(refused.lines.length, 1)

  const listed = await qist('production', 'prepare')
  assert.match(listed, new RegExp(`Merchant ${id} \\(Real\\): 1 store with changed settings \\(main\\)`))
  assert.match(listed, /\(Real\): 1 working key \(mine …/)
  assert.match(listed, /\(Real\): 2 webhooks \(https:\/\/evil\.test\//)
  assert.match(listed, /Nothing was changed/)
  assert.match(await qist('production', 'prepare', '--yes'), /The database is fit for production/)
  assert.match(await qist('production', 'prepare', '--yes'), /^Nothing of a sandbox is left/)

  const served = await startService(production)
  const status = async (key: string) => (await openShop(served.uae.baseUrl, key).call('GET', '/api/v2/payments')).status
  assert.deepEqual(
    [await status(by.keys[0] ?? ''), await status(keys.live.secret), await status(own.key)],
    [401, 200, 200],
  )
  for (const [table, isLeft] of Object.entries(marked))
    assert.deepEqual(await database.query(`select * from ${table} as row where ${isLeft}`), [], table)
  const [store] = await database.query(`select * from stores where merchant_id = '${id}' and merchant_code = 'main'`)
  const { fee_percent, fee_fixed_minor, beneficiary_name, beneficiary_iban, largest_order_minor, logo } = store ?? {}
  assert.deepEqual(
    [fee_percent, String(fee_fixed_minor), beneficiary_name, beneficiary_iban, String(largest_order_minor), logo],
    [400, '0', 'Real LLC', operatorsIban, '5000000', null],
  )
  const rules = JSON.parse(await qist('risk', 'show', ...of, '--mode', 'live', '--json'))
  assert.deepEqual(
    [rules.rules, rules.blocked],
    [{ max_orders_per_day: 9 }, ['own@shop.example', 'other@shop.example']],
  )
  const signing = await database.query(`select expires_at from signing_secrets where merchant_id = '${id}'`)
  assert.deepEqual(signing, [{ expires_at: null }])
  assert.deepEqual(await database.query(`select from stores where beneficiary_iban = '${stranger.iban}'`), [])
  for (const table of ['person_sessions', 'agent_sessions', 'memberships'])
    assert.deepEqual(await database.query(`select from ${table}`), [], table)
  for (const page of by.pages) {
    const shown = await (await fetch(page.replace(baseUrl, served.uae.baseUrl))).text()
    assert.doesNotMatch(shown, /name="phone"/)
  }
})
