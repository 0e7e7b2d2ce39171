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

/** The rows of some merchants, in all tables that go by merchant: a table of its own for each, all on one node. */
export interface Shard {
  /** The number that Citus gave to its part of `payments`. */
  readonly id: number
  readonly node: ShardNode
  /** The hashes of its merchants. */
  readonly from: number
  readonly to: number
  /** Which table holds the part of each table of the schema, and the copy of each that all nodes have. */
  readonly tables: ReadonlyMap<string, string>
}

/**
 * `by merchant`: each row is in the shard of its merchant. `on every node`: a copy, written through the coordinator.
 */
export type Distribution = 'by merchant' | 'on every node' | 'on the coordinator'

export interface ShardMap {
  readonly shards: readonly Shard[]
  /** All tables of the schema. */
  readonly tables: ReadonlyMap<string, Distribution>
}

/** Where the rows of a merchant are. */
export function shardOfMerchant({ shards }: ShardMap, merchantId: string): Shard {
  const hash = hashOfMerchant(merchantId)
  const shard = shards.find(({ from, to }) => from <= hash && hash <= to)
  if (shard === undefined) throw new Error(`no shard has the merchants of hash ${hash}`)
  return shard
}

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

/** Answers how the store is divided. Refuses one that is not. */
export async function requireShards(owner: Db): Promise<ShardMap> {
  const map = await loadShardMap(owner)
  if (map === undefined) throw new UnusableDatabase('This store is on one plain server: it is not in shards')
  return map
}
