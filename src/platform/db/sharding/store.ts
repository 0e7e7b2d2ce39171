import { bool, int4, int8, nullable, text, uuid } from '../columns.ts'
import { defineStatement } from '../statement.ts'
import { holdShard } from './distribution.ts'

export const findCitus = defineStatement(
  'find_citus',
  {},
  { version: nullable(text), is_divided: bool },
  `select (select extversion from pg_extension where extname = 'citus') as version,
     to_regproc('${holdShard}') is not null as is_divided`,
)

/** Lists the tables of the schema, without those of extensions. */
export const listTables = defineStatement(
  'list_tables',
  {},
  { name: text, has_merchant: bool },
  `select relname::text as name,
     exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'merchant_id') as has_merchant
   from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
   order by relname`,
)

/** Lists the unique indexes that do not include the merchant. */
export const listUniqueIndexes = defineStatement(
  'list_unique_indexes',
  {},
  { name: text, of_table: text, definition: text },
  `select indexrelid::regclass::text as name, indrelid::regclass::text as of_table, pg_get_indexdef(indexrelid) as definition
   from pg_index join pg_class on pg_class.oid = indrelid
   where indisunique and relnamespace = 'public'::regnamespace and relkind = 'r' and not exists (
     select from pg_attribute where attrelid = indrelid and attname = 'merchant_id' and attnum = any (indkey)
   ) and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`,
)

export const listSequences = defineStatement(
  'list_sequences',
  {},
  { name: text },
  `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
     and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
   order by relname`,
)

/** Lists the tables without a primary key or another replica identity. */
export const listWithoutIdentity = defineStatement(
  'list_tables_without_identity',
  {},
  { name: text },
  `select relname::text as name from pg_class
   where relnamespace = 'public'::regnamespace and relkind = 'r' and relreplident = 'd'
     and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)
     and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'merchant_id')
   order by relname`,
)

// Statements on the extension's own tables and functions are not declared: without the extension they cannot be
// prepared.

/** Lists the parts of each distributed table, with their nodes. */
export const listParts = {
  name: 'list_shard_parts',
  text: `select relname::text as table_name, partmethod = 'h' as by_merchant, shard.shardid as shard_id,
      coalesce(shardminvalue::int4, 0) as hash_from, coalesce(shardmaxvalue::int4, 0) as hash_to,
      node.groupid as node_id, node.nodename as host, node.nodeport as port
    from pg_dist_partition as part join pg_class on pg_class.oid = part.logicalrelid
    join pg_dist_shard as shard using (logicalrelid)
    join pg_dist_placement as placement using (shardid)
    join pg_dist_node as node on node.groupid = placement.groupid and node.noderole = 'primary'
    where partmethod = 'h' or partmethod = 'n' and repmodel = 't'
    order by part.logicalrelid, shard.shardminvalue::int8, node.groupid`,
  params: [],
  columns: {
    table_name: text,
    by_merchant: bool,
    shard_id: int8,
    hash_from: int4,
    hash_to: int4,
    node_id: int4,
    host: text,
    port: int4,
  },
  isReport: false,
} as const

export interface Part {
  readonly table_name: string
  readonly by_merchant: boolean
  readonly shard_id: bigint
  readonly hash_from: number
  readonly hash_to: number
  readonly node_id: number
  readonly host: string
  readonly port: number
}

/** Counts the nodes that take shards. */
export const countNodes = {
  name: 'count_shard_nodes',
  text: `select count(*)::int4 as nodes from pg_dist_node where noderole = 'primary' and shouldhaveshards and isactive`,
  params: [],
  columns: { nodes: int4 },
  isReport: true,
} as const

/** Lists the size of each shard, with its parts of all tables. */
export const listSizes = {
  name: 'list_shard_sizes',
  text: `select anchor.shardid as shard_id, sum(citus.shard_size)::int8 as bytes
    from pg_dist_shard as anchor
    join pg_dist_shard as part on part.shardminvalue = anchor.shardminvalue
    join citus_shards as citus on citus.shardid = part.shardid and citus.citus_table_type = 'distributed'
    where anchor.logicalrelid = 'payments'::regclass
    group by anchor.shardid`,
  params: [],
  columns: { shard_id: int8, bytes: int8 },
  isReport: true,
} as const

export const isolate = {
  name: 'isolate_merchant',
  text: `select isolate_tenant_to_new_shard('payments', $1::uuid, 'CASCADE', shard_transfer_mode => 'auto') as shard_id`,
  params: [['merchantId', uuid]],
  columns: { shard_id: int8 },
  isReport: true,
} as const
