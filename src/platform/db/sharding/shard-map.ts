import { hashOfMerchant } from './hash-merchant.ts'

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

/** `by merchant`: each row is in the shard of its merchant. `on every node`: a copy, written through the coordinator. */
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
