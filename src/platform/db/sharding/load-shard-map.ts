import type { Queryable } from '../db.ts'
import { onCoordinator } from './distribution.ts'
import type { Distribution, Shard, ShardMap, ShardNode } from './shard-map.ts'
import { findCitus, listParts, type Part } from './store.ts'

/** How the schema is distributed; undefined on a plain server, and on a cluster on which it is not yet. */
export async function loadShardMap(db: Queryable): Promise<ShardMap | undefined> {
  const [citus] = await db.run(findCitus, {})
  if (citus?.version == null || !citus.is_divided) return undefined
  const map = mapOf(await db.run<Record<never, never>, Part>(listParts, {}))
  return map.shards.length === 0 ? undefined : map
}

function mapOf(placed: readonly Part[]): ShardMap {
  const tables = new Map<string, Distribution>(onCoordinator.map((name) => [name, 'on the coordinator']))
  const copies = new Map<string, string>()
  for (const { table_name, by_merchant, shard_id } of placed) {
    tables.set(table_name, by_merchant ? 'by merchant' : 'on every node')
    if (!by_merchant) copies.set(table_name, `${table_name}_${shard_id}`)
  }
  const parts = placed.filter((one) => one.by_merchant)
  const shards = parts.filter((one) => one.table_name === anchor).map((one) => shardOf(one, parts, copies))
  return { shards, tables }
}

/** All tables that go by merchant are cut at the same hashes as this one, and their parts lie together. */
const anchor = 'payments'

function shardOf(one: Part, parts: readonly Part[], copies: ReadonlyMap<string, string>): Shard {
  const beside = parts.filter((part) => part.hash_from === one.hash_from)
  const node: ShardNode = { id: one.node_id, host: one.host, port: one.port }
  const tables = new Map([...copies, ...beside.map((part) => [part.table_name, partName(part)] as const)])
  return { id: Number(one.shard_id), node, from: one.hash_from, to: one.hash_to, tables }
}

function partName({ table_name, shard_id }: Part): string {
  return `${table_name}_${shard_id}`
}
