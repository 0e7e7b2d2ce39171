import type pg from 'pg'
import { openDb } from '../../src/platform/db/db.ts'
import { connectionTo } from '../../src/platform/db/sharding/service-db.ts'
import { loadShardMap, type ShardMap, type ShardNode } from '../../src/platform/db/sharding/shard-map.ts'
import { namedTables, textForShard } from '../../src/platform/db/sharding/shard-text.ts'
import { queryOnce } from '../query.ts'

/** Statements to run on one server. */
export interface ServerTexts {
  readonly connection: pg.ClientConfig
  readonly texts: readonly string[]
}

/**
 * Runs a statement on every server that holds its rows. A statement without rows, such as one that makes a function,
 * runs on every server. Returns the rows of all servers.
 */
export async function runEverywhere(connection: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for (const place of await everyPlace(connection, sql)) {
    for (const text of place.texts) rows.push(...(await queryOnce(place.connection, text)))
  }
  return rows
}

/**
 * Returns the connections, with the owner's rights, that hold the rows of a statement, and the text for each. With
 * shards that is each server, with one text per shard. Row locks that Citus would not take together become possible
 * this way.
 */
export async function everyPlace(connection: pg.ClientConfig, sql: string): Promise<ServerTexts[]> {
  const owner = openDb({ connection, connections: 1, rights: 'owner', plans: 'free' })
  const map = await loadShardMap(owner).finally(() => owner.close())
  if (map === undefined || isOfCoordinator(map, sql)) return [{ connection, texts: [sql] }]
  const nodes = new Map<number, ShardNode>(map.shards.map(({ node }) => [node.id, node]))
  return [...nodes.values()].map((node) => {
    const shards = map.shards.filter((shard) => shard.node.id === node.id)
    // A statement that names no table has the same text for each shard.
    const texts = new Set(shards.map(({ tables }) => textIn(sql, tables)))
    return { connection: { ...connectionTo(node, connection), options: onlyHere }, texts: [...texts] }
  })
}

function isOfCoordinator({ tables }: ShardMap, sql: string): boolean {
  return namedTables(sql, new Set(tables.keys())).some(({ table }) => tables.get(table) === 'on the coordinator')
}

// Without this, Citus propagates the change to the other nodes.
const onlyHere = '-c citus.enable_ddl_propagation=off'

const byName = /^(lock table |create (?:or replace )?trigger .*? on )(\w+)/s

function textIn(sql: string, tables: ReadonlyMap<string, string>): string {
  if (!byName.test(sql)) return textForShard(sql, (table) => tables.get(table))
  return sql.replace(byName, (_, start: string, table: string) => `${start}${tables.get(table) ?? table}`)
}
