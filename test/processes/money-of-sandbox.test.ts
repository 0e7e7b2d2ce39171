import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runQist } from '../../testkit/command.ts'
import { newBuyer, openShop, type Shop } from '../../testkit/shop.ts'
import { until } from '../support/charges.ts'
import { openTestDatabase } from '../support/database.ts'
import { cleanUp, newDataDir, spawnService, startService } from '../support/service-process.ts'

const secrets = { SECRETS_KEY: 'a1b2'.repeat(16), SIGNING_KEY: 'c3d4'.repeat(16) }

const settlementsAreDue = `update pending_settlements set due_at = now() - interval '1 hour' where due_at is not null and not is_test`

/** Processes all that is due. */
const allIsDue = [
  ...['payments', 'collections', 'disputes', 'charges', 'returns'].map(
    (table) => `update ${table} set due_at = now() - interval '1 hour' where due_at is not null`,
  ),
  settlementsAreDue,
  `update charges set resolve_at = now() where resolve_at < 'infinity'`,
  `update returns set resolve_at = now() where resolve_at < 'infinity'`,
]

/** A live payment in each state from which money could still move. */
async function payInSandbox(shop: Shop): Promise<string[]> {
  const buy = async (amount: string) => {
    const { body } = await shop.checkout(amount, { buyer: newBuyer() })
    await shop.call('POST', `/sandbox/payments/${body.payment.id}/authorize`)
    return String(body.payment.id)
  }
  const [authorized, partial, captured, disputed] = [
    await buy('100'),
    await buy('200'),
    await buy('300'),
    await buy('400'),
  ]
  const capture = async (id: string, amount: string) => {
    const { status, text } = await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount, reference_id: 'a' })
    assert.equal(status, 200, text)
  }
  await capture(partial, '150.00')
  await capture(captured, '300.00')
  await capture(disputed, '400.00')
  const refund = { amount: '20.00', reference_id: 'b', reason: 'one item less' }
  for (const answer of [
    await shop.call('POST', `/api/v2/payments/${captured}/refunds`, refund),
    await shop.call('POST', '/sandbox/disputes', { payment_id: disputed, reason: 'product_issue' }),
  ])
    assert.equal(answer.status, 200, answer.text)
  return [authorized, partial, captured, disputed]
}

test('a live payment of a sandbox moves no money in production', async () => {
  const database = await openTestDatabase()
  cleanUp(() => database.close())
  const dataDir = newDataDir()
  const qist = async (...args: string[]) => (await runQist(database.url, dataDir, ...args)).stdout
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...secrets }
  process.env['SECRETS_KEY'] = secrets.SECRETS_KEY
  cleanUp(() => void delete process.env['SECRETS_KEY'])
  const sandbox = await startService(env)
  const create = ['merchant', 'create', '--name', 'Real', '--region', 'uae', '--store', 'main:AE', '--json']
  const { id, keys } = JSON.parse(await qist(...create))
  const bank = ['--beneficiary-name', 'Real LLC', '--beneficiary-iban', 'SA0380000000608010167519']
  await qist('store', 'set', '--merchant', id, '--code', 'main', '--fee-percent', '5.00', ...bank)
  const open = (baseUrl: string, key: string) => openShop(baseUrl, key, { merchantCode: 'main' })
  const inSandbox = open(sandbox.uae.baseUrl, keys.live.secret)
  const ids = await payInSandbox(inSandbox)
  // Test mode continues in production with simulated cards.
  const control = await open(sandbox.uae.baseUrl, keys.test.secret).authorizedPayment('50.00')
  // Books movements.
  assert.equal((await inSandbox.call('GET', '/api/v1/settlements')).status, 200)
  sandbox.process.kill('SIGTERM')
  await sandbox.process.waitForEnd()

  const refused = spawnService({ ...env, QIST_MODE: 'production' })
  assert.equal(await refused.waitForEnd(), 1)
  assert.match(refused.lines.join('\n'), /1 open dispute, 1 unpaid settlement, 4 live payments/)
  const listed = await qist('production', 'prepare')
  assert.match(listed, /\(Real\): 4 live payments$/m)
  const prepared = await qist('production', 'prepare', '--yes')
  assert.match(prepared, /\(Real\): 1 open dispute withdrawn/)
  assert.match(prepared, /\(Real\): 1 unpaid settlement held: never paid out/)
  assert.match(prepared, /\(Real\): 4 live payments kept to be read only/)
  assert.match(await qist('production', 'prepare', '--yes'), /^Nothing of a sandbox is left/)

  for (const sql of allIsDue) await database.query(sql)
  const movedBefore = await moved()
  const served = await startService({ ...env, QIST_MODE: 'production' })
  const shop = open(served.uae.baseUrl, keys.live.secret)
  const controlled = open(served.uae.baseUrl, keys.test.secret)
  await until(async () => (await controlled.call('GET', `/api/v2/payments/${control}`)).body.status === 'CLOSED')
  // The first call closes days, the second one pays them.
  for (const _ of [1, 2]) {
    assert.equal((await shop.call('GET', '/api/v1/settlements')).status, 200)
    await database.query(settlementsAreDue)
  }
  assert.equal((await shop.call('GET', '/api/v1/settlements')).status, 200)
  for (const [index, payment] of ids.entries()) {
    const { status, body } = await shop.call('GET', `/api/v2/payments/${payment}`)
    assert.deepEqual([status, body.status], [200, ['AUTHORIZED', 'AUTHORIZED', 'CLOSED', 'CLOSED'][index]])
    for (const [path, amount] of [
      ['captures', '10.00'],
      ['refunds', '10.00'],
      ['close', undefined],
    ] as const) {
      const body = amount === undefined ? undefined : { amount, reference_id: 'new', reason: 'new' }
      const { status, text } = await shop.call('POST', `/api/v2/payments/${payment}/${path}`, body)
      assert.ok(status === 400 || status === 404, `${path}: ${status} ${text}`)
    }
  }
  assert.deepEqual(await moved(), movedBefore)
  assert.deepEqual(await database.query('select from payouts where not is_test'), [])
  assert.equal((await qist('payouts', 'export')).trim().split('\n').length, 1)
  const { held } = JSON.parse(await qist('payouts', 'list', '--json'))
  assert.deepEqual(
    held.map(({ why, mode }: { why: string; mode: string }) => [why, mode]),
    [['made in a sandbox', 'live']],
  )
  const doctor = await runQist(database.url, dataDir, 'doctor')
  assert.equal(doctor.code, 0, doctor.stdout)

  async function moved() {
    return database.query(
      `select (select count(*)::int from charges where not is_test) as charges,
         (select count(*)::int from returns where not is_test) as returns,
         (select count(*)::int from customer_messages where not is_test) as messages,
         (select count(*)::int from customer_messages where not is_test and send_at is not null) as waiting,
         (select count(*)::int from payment_timeline as step join payments as payment
            on payment.id = step.payment_id where not payment.is_test) as steps`,
    )
  }
})
