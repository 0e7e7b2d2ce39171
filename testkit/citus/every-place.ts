import type pg from 'pg'
import { openDb } from '../../src/platform/db/db.ts'
import { connectionTo } from '../../src/platform/db/sharding/service-db.ts'
import { loadShardMap, type ShardMap, type ShardNode } from '../../src/platform/db/sharding/shard-map.ts'
import { namedTables, textForShard } from '../../src/platform/db/sharding/shard-text.ts'
import { queryOnce } from '../query.ts'

/** What is run on one server. */
export interface ServerTexts {
  readonly connection: pg.ClientConfig
  readonly texts: readonly string[]
}

/**
 * Runs one statement in every place where the rows are that it is about, and what is about none on every server: plants a trigger, makes what that
 * calls. Answers the rows of all.
 */
export async function runEverywhere(connection: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for (const place of await everyPlace(connection, sql)) {
    for (const text of place.texts) rows.push(...(await queryOnce(place.connection, text)))
  }
  return rows
}

/**
 * Where the rows are that a text is about, with the owner's rights: the database itself, or, of a store in shards, each server, with the text for each of
 * its shards. So rows can be held that Citus would not lock together.
 */
export async function everyPlace(connection: pg.ClientConfig, sql: string): Promise<ServerTexts[]> {
  const owner = openDb({ connection, connections: 1, rights: 'owner', plans: 'free' })
  const map = await loadShardMap(owner).finally(() => owner.close())
  if (map === undefined || isOfCoordinator(map, sql)) return [{ connection, texts: [sql] }]
  const nodes = new Map<number, ShardNode>(map.shards.map(({ node }) => [node.id, node]))
  return [...nodes.values()].map((node) => {
    const shards = map.shards.filter((shard) => shard.node.id === node.id)
    // What is of no table is the same for each.
    const texts = new Set(shards.map(({ tables }) => textIn(sql, tables)))
    return { connection: { ...connectionTo(node, connection), options: onlyHere }, texts: [...texts] }
  })
}

function isOfCoordinator({ tables }: ShardMap, sql: string): boolean {
  return namedTables(sql, new Set(tables.keys())).some(({ table }) => tables.get(table) === 'on the coordinator')
}

// Else Citus would have the other nodes make what is made on one.
const onlyHere = '-c citus.enable_ddl_propagation=off'

const byName = /^(lock table |create (?:or replace )?trigger .*? on )(\w+)/s

function textIn(sql: string, tables: ReadonlyMap<string, string>): string {
  if (!byName.test(sql)) return textForShard(sql, (table) => tables.get(table))
  return sql.replace(byName, (_, start: string, table: string) => `${start}${tables.get(table) ?? table}`)
}
