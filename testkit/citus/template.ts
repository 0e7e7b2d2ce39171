import { queryOnce } from '../query.ts'
import { createClusterDatabase } from './create-database.ts'
import type { Cluster } from './open-cluster.ts'

/** Makes a database that others are cloned from, node by node. After the preparation nothing connects to it. */
export async function makeTemplate(cluster: Cluster, template: string, prepare: () => Promise<unknown>): Promise<void> {
  await createClusterDatabase(cluster, template)
  await prepare()
  for (const { connection } of [cluster.coordinator, ...cluster.workers]) {
    await queryOnce(connection, `alter database ${template} allow_connections false`)
    // A connected client, such as Citus' own daemon, prevents cloning.
    await queryOnce(connection, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`)
  }
}

/** Clones the template on all nodes. The clones know each other's addresses from the template. */
export async function cloneTemplate(cluster: Cluster, template: string, database: string): Promise<void> {
  for (const { connection } of [cluster.coordinator, ...cluster.workers]) {
    await queryOnce(connection, `create database ${database} template ${template} strategy wal_log`)
  }
}
