import type { App } from '../src/platform/app/app.ts'
import { makeMerchant } from '../src/rehearsal/sandbox/sandbox-merchants.ts'
import { openShop } from '../testkit/shop.ts'

/** A payment that is captured in many small amounts. */
export interface ShardedPayment {
  readonly key: string
  readonly id: string
  /** The references of the acknowledged captures. */
  readonly captured: string[]
}

/**
 * Makes a merchant in each shard, so that all servers have the same load, and `paymentsOfEach` authorized payments of
 * each.
 */
export async function seedShards(app: App, baseUrl: string, paymentsOfEach: number): Promise<ShardedPayment[]> {
  const shards = app.db.sharding?.shards ?? 0
  const keys = new Map<string, string>()
  for (let number = 0; keys.size < shards; number += 1) {
    const stores = [{ merchantCode: 'main', country: 'AE' as const, checkout: 'strict' as const }]
    const { merchant, keys: made } = await makeMerchant(app, { name: `Shard ${number}`, region: 'uae', stores })
    const shard = app.db.shardOf(merchant.merchantId)
    if (!keys.has(shard)) keys.set(shard, made.test.secret)
  }
  const payments: ShardedPayment[] = []
  for (let number = 0; number < paymentsOfEach; number += 1) {
    const made = [...keys.values()].map(async (key) => {
      const shop = openShop(baseUrl, key, { merchantCode: 'main' })
      payments.push({ key, id: await shop.authorizedPayment('3000.00'), captured: [] })
    })
    await Promise.all(made)
  }
  return payments
}
