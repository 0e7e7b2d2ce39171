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
  /** Where a merchant's rows are, and whether nobody else's are there. */
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
 * Gives a merchant a shard of its own on the node where it is, while the service goes on;
 * `citus_move_shard_placement` takes it elsewhere. Answers the shard's number. Refuses, with an UnusableDatabase, a
 * store that is not in shards.
 */
export async function isolateMerchant(owner: Db, merchantId: string): Promise<bigint> {
  await requireShards(owner)
  const [made] = await owner.run<{ merchantId: string }, { shard_id: bigint }>(isolate, { merchantId })
  if (made === undefined) throw new Error('a function answers')
  return made.shard_id
}
