import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeMerchant } from '../../src/rehearsal/sandbox/sandbox-merchants.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.close())

test('concurrent calls that make merchants wait for their turn, not for a lock with a timeout', async () => {
  // As slow as a cluster, which writes the rows on several servers.
  await service.database.query(`create function be_slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.4); return new; end $$`)
  await service.database.query(
    'create trigger be_slow before insert on merchants for each row execute function be_slow()',
  )
  const stores = [{ merchantCode: 'main', country: 'AE', checkout: 'strict' }] as const
  const make = () => makeMerchant(service.app, { name: 'S', region: 'uae', stores })
  const made = await Promise.all(Array.from({ length: 13 }, make))
  assert.equal(new Set(made.map(({ merchant }) => merchant.merchantId)).size, 13)
})
