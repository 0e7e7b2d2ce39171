import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { minute } from '../../src/platform/base/times.ts'
import { forgetKeysHere } from '../../src/platform/merchants/keys/known-keys.ts'
import { holdRows } from '../../testkit/held-rows.ts'
import { openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { service } = api

const usedAt = async (key: string): Promise<number | null> => {
  const sql = `select extract(epoch from last_used_at)::int as at from keys where hash = sha256('${key}'::bytea)`
  const at = (await service.database.query(sql))[0]?.['at']
  return at === null ? null : Number(at) * 1_000
}

/** Calls with the key, as a process that has not cached it. */
async function use({ id, test: shop }: { id: string; test: typeof api.shop }): Promise<void> {
  await forgetKeysHere(service.app, id)
  assert.equal((await shop.call('GET', '/api/v1/webhooks')).status, 200)
}

async function until(key: string, at: number): Promise<void> {
  const deadline = performance.now() + 10_000
  while ((await usedAt(key)) !== at) assert.ok(performance.now() < deadline, `${await usedAt(key)} is not ${at}`)
}

test('the last use of a key is stored, and again after a minute', async () => {
  const merchant = await api.newMerchant()
  const { key } = merchant.test
  assert.equal(await usedAt(key), null)
  const first = service.clock.now()
  await use(merchant)
  await until(key, first)
  service.clock.advance(59_000)
  await use(merchant)
  service.clock.advance(1_000)
  assert.equal(await usedAt(key), first)
  await use(merchant)
  await until(key, first + minute)
})

test('no call waits for the last use to be stored', async () => {
  const merchant = await api.newMerchant()
  const held = await holdRows(
    service.database.connection,
    `select from keys where merchant_id = '${merchant.id}' for update`,
  )
  await use(merchant)
  held.assertHeld()
  await held.release()
  await until(merchant.test.key, service.clock.now())
})
