import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/platform/app/config.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: Shop
before(async () => {
  service = await startTestService({ workers: true, env: { REHEARSAL: 'off' } })
  shop = openShop(service.urls.uae, demoKey(1))
})
after(() => service.close())

test('with REHEARSAL=off a sandbox works without journal and faults', async () => {
  await shop.capturedPayment()
  assert.equal((await shop.call('GET', '/sandbox/clock')).status, 200)
  for (const path of ['/sandbox/journal', '/sandbox/faults']) assert.equal((await shop.call('GET', path)).status, 404)
  assert.deepEqual(await service.database.query('select from journal_entries'), [])
  const triggers = "select from pg_trigger where tgname like 'journal%'"
  assert.deepEqual(await service.database.query(triggers), [])
})

test('production has no rehearsal, whatever is configured', () => {
  const production = {
    QIST_MODE: 'production',
    DATABASE_URL: 'postgres://h/d',
    SECRETS_KEY: 'a1b2'.repeat(16),
    SIGNING_KEY: 'c3d4'.repeat(16),
  }
  for (const REHEARSAL of ['on', 'off']) assert.equal(readConfig({ ...production, REHEARSAL }, '/').rehearsal, false)
  assert.throws(() => readConfig({ REHEARSAL: 'yes' }, '/'), /REHEARSAL/)
})
