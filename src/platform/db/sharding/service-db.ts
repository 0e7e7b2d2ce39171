import type pg from 'pg'
import { type Db, type DbOptions, openDb } from '../db.ts'
import { openShardedDb } from './open-sharded-db.ts'
import { loadShardMap, type ShardNode } from './shard-map.ts'

/** Opens the database for the service, whatever it is: it asks whether Citus has divided it. */
export function openServiceDb(options: DbOptions): Promise<Db> {
  return findShards(openDb(options), options)
}

/**
 * Answers the database as it is, or, where Citus has divided it by merchant, one that knows its shards in its place.
 * The workers are reached with the same credentials, at the addresses by which the coordinator knows them.
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

/** The same login and database at another node. */
export function connectionTo({ host, port }: ShardNode, connection: pg.PoolConfig): pg.PoolConfig {
  const { connectionString, ...rest } = connection
  if (connectionString === undefined) return { ...rest, host, port }
  const url = new URL(connectionString)
  url.hostname = host
  url.port = String(port)
  return { ...rest, connectionString: url.href }
}
