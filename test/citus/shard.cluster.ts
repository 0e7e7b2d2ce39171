import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Db, openDb } from '../../src/platform/db/db.ts'
import { commandLimits } from '../../src/platform/db/limits.ts'
import { distributeTables } from '../../src/platform/db/sharding/distribute-tables.ts'
import { onEveryNode } from '../../src/platform/db/sharding/distribution.ts'
import { hashOfMerchant } from '../../src/platform/db/sharding/hash-merchant.ts'
import { isolateMerchant, listShards } from '../../src/platform/db/sharding/shards.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let owner: Db
before(async () => {
  service = await startTestService()
  const { connection } = service.database
  owner = openDb({ connection, connections: 1, rights: 'owner', plans: 'free', limits: commandLimits })
})
after(async () => {
  await owner.close()
  await service.close()
})

test('what is divided already stays as it is', async () => {
  const done = await distributeTables(owner)
  assert.deepEqual([done.byMerchant, done.onEveryNode, done.plainIndexes], [[], [], []])
  assert.deepEqual([done.shards, done.nodes], [4, 2])
})

test('every table has a distribution', async () => {
  const rows = await service.database.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and oid in (select logicalrelid from pg_dist_partition where partmethod = 'n' and repmodel = 't')`,
  )
  assert.deepEqual(rows.map((row) => row['relname']).sort(), [...onEveryNode].sort())
})

test('the hash of a merchant finds the same shard as Citus', async () => {
  const { shardOf } = await listShards(owner)
  for (let count = 0; count < 20; count += 1) {
    const id = randomUUID()
    const [row] = await service.database.query(
      `select get_shard_id_for_distribution_column('payments', '${id}'::uuid)::int as shard`,
    )
    assert.equal(shardOf(id).id, row?.['shard'], `${hashOfMerchant(id)}`)
  }
})

test('health shows how the store is divided', async () => {
  const health = await fetch(`${service.urls.uae}/health`)
  assert.deepEqual((await health.json())['citus'], { shards: 4, nodes: 2 })
})

test('a merchant is moved to its own shard, and its payments are found and captured there', async () => {
  const shop = openShop(service.urls.uae, demoKey(1))
  const id = await shop.authorizedPayment()
  const [row] = await service.database.query(`select merchant_id from payments where id = '${id}'`)
  const shard = await isolateMerchant(owner, String(row?.['merchant_id']))
  assert.equal((await shop.call('GET', `/api/v2/payments/${id}`)).body.status, 'AUTHORIZED')
  await service.database.query(`
    select citus_move_shard_placement(${shard}, here.nodename, here.nodeport, other.nodename, other.nodeport)
    from pg_dist_placement as placement join pg_dist_node as here using (groupid)
    join pg_dist_node as other on other.groupid not in (0, placement.groupid) where placement.shardid = ${shard}`)
  const captured = await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00', reference_id: 'a' })
  assert.equal(captured.body.status, 'CLOSED')
  assert.equal((await shop.call('GET', `/api/v2/payments/${id}`)).body.captures.length, 1)
})
