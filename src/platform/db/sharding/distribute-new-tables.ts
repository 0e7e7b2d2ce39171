import type { Db } from '../db.ts'
import { distributeTables } from './distribute-tables.ts'
import { onCoordinator } from './distribution.ts'
import { loadShardMap } from './shard-map.ts'
import { listTables } from './store.ts'

/** Distributes the tables that a migration has added to a store in shards. Does nothing on any other database. */
export async function distributeNewTables(owner: Db): Promise<void> {
  const map = await loadShardMap(owner)
  if (map === undefined) return
  const tables = await owner.run(listTables, {})
  if (tables.some(({ name }) => !map.tables.has(name) && !onCoordinator.includes(name))) await distributeTables(owner)
}
