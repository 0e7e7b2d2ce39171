import type pg from 'pg'
import { type Db, type DbOptions, openDb } from '../db.ts'
import { openShardedDb } from './open-sharded-db.ts'
import { loadShardMap, type ShardNode } from './shard-map.ts'

/** Opens the service's database, plain or in shards. */
export function openServiceDb(options: DbOptions): Promise<Db> {
  return findShards(openDb(options), options)
}

/**
 * Returns the plain database, or a sharded one if Citus has distributed it. The nodes are reached with the same
 * credentials, at the addresses that the coordinator has.
 */
export async function findShards(plain: Db, options: DbOptions): Promise<Db> {
  const map = await loadShardMap(plain).catch(async (error) => {
    await plain.close()
    throw error
  })
  if (map === undefined) return plain
  await plain.close()
  const openNode = (node: ShardNode): Db => openDb({ ...options, connection: connectionTo(node, options.connection) })
  return openShardedDb({ map, coordinator: openDb({ ...options, plans: 'free' }), openNode })
}

/** Returns the connection to another node with the same login and database. */
export function connectionTo({ host, port }: ShardNode, connection: pg.PoolConfig): pg.PoolConfig {
  const { connectionString, ...rest } = connection
  if (connectionString === undefined) return { ...rest, host, port }
  const url = new URL(connectionString)
  url.hostname = host
  url.port = String(port)
  return { ...rest, connectionString: url.href }
}
