import type { Db, Queryable } from '../db.ts'
import { UnusableDatabase } from '../unusable.ts'
import { onCoordinator } from './distribution.ts'
import { hashOfMerchant } from './hash-merchant.ts'
import { findCitus, listParts, type Part } from './store.ts'

/** A server that holds shards. */
export interface ShardNode {
  readonly id: number
  readonly host: string
  readonly port: number
}

/** The rows of some merchants. A shard has one part of each distributed table, and all parts are on one node. */
export interface Shard {
  /** The number that Citus gave to this shard's part of `payments`. */
  readonly id: number
  readonly node: ShardNode
  /** The range of hashes of its merchants, both included. */
  readonly from: number
  readonly to: number
  /** The name of the shard's part by the name of its table; for a copied table, the table itself. */
  readonly tables: ReadonlyMap<string, string>
}

/**
 * `by merchant`: each row is in the shard of its merchant. `on every node`: each node has a copy, and writes go
 * through the coordinator.
 */
export type Distribution = 'by merchant' | 'on every node' | 'on the coordinator'

export interface ShardMap {
  readonly shards: readonly Shard[]
  /** All tables of the schema. */
  readonly tables: ReadonlyMap<string, Distribution>
}

/** Returns the shard that has the rows of a merchant. */
export function shardOfMerchant({ shards }: ShardMap, merchantId: string): Shard {
  const hash = hashOfMerchant(merchantId)
  const shard = shards.find(({ from, to }) => from <= hash && hash <= to)
  if (shard === undefined) throw new Error(`no shard has the merchants of hash ${hash}`)
  return shard
}

/** Returns how the schema is distributed. Undefined on a plain server, and on a cluster before the distribution. */
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

/**
 * Every table that is distributed by merchant has the same hash ranges as this one, and its parts are on the same
 * nodes.
 */
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

/** Returns how the store is distributed. Throws if it is not distributed. */
export async function requireShards(owner: Db): Promise<ShardMap> {
  const map = await loadShardMap(owner)
  if (map === undefined) throw new UnusableDatabase('This store is on one plain server: it is not in shards')
  return map
}
