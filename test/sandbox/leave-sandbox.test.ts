import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sandboxRemains } from '../../src/entries/sandbox-remains.ts'
import { leaveSandbox } from '../../src/rehearsal/sandbox/production/leave-sandbox.ts'
import { succeed } from '../../testkit/client.ts'
import { openTestApi } from '../support/api.ts'

const api = await openTestApi({ env: { WEBHOOK_HOSTS: 'shop.test=127.0.0.1:1' } })
after(() => api.close())

test('leaving the sandbox removes all data that only a sandbox processes', async () => {
  const { app, database } = api.service
  const stores = [{ merchant_code: 'main', country: 'AE', webhook_url: 'http://shop.test/hook' }]
  const made = succeed(
    await api.open('').call('POST', '/sandbox/merchants', { name: 'Shop', region: 'uae', stores }),
  ).body
  const shop = api.open(made.keys.test.secret)
  succeed(await shop.call('POST', '/sandbox/faults', { on: { operation: '*' }, do: { kind: 'slow', ms: 0 } }))
  succeed(await shop.call('GET', '/api/v2/payments'))
  succeed(await shop.call('POST', '/sandbox/certificate', { scenarios: ['rejected'] }))
  await database.query(
    `insert into disturbed_deliveries (merchant_id, id, is_test, fault_id, kind, webhook_id, subject_id, copies, gap_ms, kept_until)
     select merchant_id, id, true, id, 'late', id, id, 0, 0, now() from faults`,
  )
  const tables = [
    'faults',
    'fault_counts',
    'disturbed_deliveries',
    'sandbox_webhooks',
    'journals',
    'journal_entries',
    'certificates',
  ]
  const isLeft = async (table: string) => (await database.query(`select from ${table} limit 1`)).length > 0
  for (const table of tables) assert.equal(await isLeft(table), true, table)
  await leaveSandbox(app, sandboxRemains)
  for (const table of tables) assert.equal(await isLeft(table), false, table)
})
