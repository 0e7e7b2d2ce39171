import type { Db } from '../db.ts'
import { requireShards, type Shard, type ShardNode, shardOfMerchant } from './shard-map.ts'
import { isolate, listSizes } from './store.ts'

interface SizedShard {
  readonly id: number
  readonly node: ShardNode
  /** Of its part of every table, with indexes. */
  readonly bytes: bigint
}

interface Shards {
  readonly shards: readonly SizedShard[]
  /** The shard of a merchant, and whether it is the only merchant in it. */
  shardOf(merchantId: string): { readonly id: number; readonly isOfOne: boolean }
}

/** Lists the shards of the store. Refuses, with an UnusableDatabase, one that is not in shards. */
export async function listShards(owner: Db): Promise<Shards> {
  const map = await requireShards(owner)
  const sizes = await owner.run<object, { shard_id: bigint; bytes: bigint }>(listSizes, {})
  const bytesOf = new Map(sizes.map(({ shard_id, bytes }) => [Number(shard_id), bytes]))
  return {
    shards: map.shards.map(({ id, node }) => ({ id, node, bytes: bytesOf.get(id) ?? 0n })),
    shardOf(merchantId) {
      const shard: Shard = shardOfMerchant(map, merchantId)
      return { id: shard.id, isOfOne: shard.from === shard.to }
    },
  }
}

/**
 * Gives a merchant a shard of its own on its current node, while the service runs. `citus_move_shard_placement`
 * then moves it to another node. Returns the shard's number. Throws an UnusableDatabase if the store is not in
 * shards.
 */
export async function isolateMerchant(owner: Db, merchantId: string): Promise<bigint> {
  await requireShards(owner)
  const [made] = await owner.run<{ merchantId: string }, { shard_id: bigint }>(isolate, { merchantId })
  if (made === undefined) throw new Error('a function answers')
  return made.shard_id
}
