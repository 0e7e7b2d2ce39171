import type { Db } from '../db.ts'
import { UnusableDatabase } from '../unusable.ts'
import { loadShardMap } from './load-shard-map.ts'
import type { ShardMap } from './shard-map.ts'

/** Answers how the store is divided. Refuses one that is not. */
export async function requireShards(owner: Db): Promise<ShardMap> {
  const map = await loadShardMap(owner)
  if (map === undefined) throw new UnusableDatabase('This store is on one plain server: it is not in shards')
  return map
}
