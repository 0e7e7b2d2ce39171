import { queryOnce } from '../query.ts'
import { createClusterDatabase } from './create-database.ts'
import type { Cluster } from './open-cluster.ts'

/** Makes a database that others are cloned from, node by node: nobody connects to it once it is prepared. */
export async function makeTemplate(cluster: Cluster, template: string, prepare: () => Promise<unknown>): Promise<void> {
  await createClusterDatabase(cluster, template)
  await prepare()
  for (const { connection } of [cluster.coordinator, ...cluster.workers]) {
    await queryOnce(connection, `alter database ${template} allow_connections false`)
    // Whoever is connected, as Citus' own daemon is, would be in the way.
    await queryOnce(connection, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`)
  }
}

/** Makes a database like the template on all nodes, which know each other from it. */
export async function cloneTemplate(cluster: Cluster, template: string, database: string): Promise<void> {
  for (const { connection } of [cluster.coordinator, ...cluster.workers]) {
    await queryOnce(connection, `create database ${database} template ${template} strategy wal_log`)
  }
}
