import type { Db } from '../db.ts'
import { requireShards } from './require-shards.ts'
import { isolate } from './store.ts'

/**
 * Gives a merchant a shard of its own on the node where it is, while the service goes on; `citus_move_shard_placement` takes it elsewhere. Answers
 * the shard's number. Refuses, with an UnusableDatabase, a store that is not in shards.
 */
export async function isolateMerchant(owner: Db, merchantId: string): Promise<bigint> {
  await requireShards(owner)
  const [made] = await owner.run<{ merchantId: string }, { shard_id: bigint }>(isolate, { merchantId })
  if (made === undefined) throw new Error('a function answers')
  return made.shard_id
}
