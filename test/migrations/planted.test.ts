import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bookAll } from '../../src/money/settlements/bookings.ts'
import { runQist } from '../../testkit/command.ts'
import { fixtureSecretsKey, openOldDatabase } from '../support/old-database.ts'
import { startTestService } from '../support/service.ts'

const old = await openOldDatabase()
const { query, fixture } = old

/** Changes to a payment's rows by hand, before the upgrade. */
const planted: readonly ((id: string) => string)[] = [
  (id) =>
    `update ledger_entries set amount_minor = amount_minor + sign(amount_minor) where payment_id = '${id}' and cause = 'capture'`,
  (id) => `update ledger_entries set amount_minor = amount_minor + 1 where payment_id = '${id}' and account = 'cash'`,
  (id) => `delete from ledger_entries where payment_id = '${id}' and cause = 'capture'`,
  (id) => `delete from payment_timeline where payment_id = '${id}' and move = 'authorize'`,
  (id) => `update payment_timeline set amount_minor = amount_minor - 1 where payment_id = '${id}' and move = 'capture'`,
  (id) => `update charges set amount_minor = amount_minor + 1 where payment_id = '${id}' and state = 'approved'`,
  (id) => `update payments set paid_minor = paid_minor - 1 where id = '${id}'`,
  (id) => `delete from collections where id = '${id}'`,
]
const rows = await query(
  `select id from payments where captured_minor = amount_minor and refunded_minor = 0 and dispute_id is null order by id`,
)
const ids = rows.map(({ id }) => String(id)).slice(0, planted.length)
const [sent] = await query(`select payment_id as id from returns where state = 'confirmed' limit 1`)
for (const [index, id] of ids.entries()) await query(planted[index]?.(id) ?? '')
await query(`delete from returns where payment_id = '${sent?.['id']}'`)
await old.migrate()
const service = await startTestService({ database: old, startAt: fixture.now, env: { SECRETS_KEY: fixtureSecretsKey } })
after(() => service.close())

async function namedPayments(): Promise<string[]> {
  const { code, stdout } = await runQist(old.url, service.app.config.dataDir, 'doctor', '--json')
  assert.equal(code, 1)
  const payments = (await query('select id from payments')).map(({ id }) => String(id))
  return payments.filter((id) => stdout.includes(id)).sort()
}

test('errors from before the upgrade are named after it, and nothing else', async () => {
  assert.deepEqual(await namedPayments(), [...ids, String(sent?.['id'])].sort())
})

test('an error does not keep other movements from being booked, and is named as before', async () => {
  await bookAll(service.app)
  assert.deepEqual(await query('select * from unsealed_entries'), [])
  assert.deepEqual(await namedPayments(), [...ids, String(sent?.['id'])].sort())
})
