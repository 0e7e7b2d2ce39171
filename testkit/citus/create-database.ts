import { queryOnce } from '../query.ts'
import type { Cluster } from './open-cluster.ts'

/** Makes a database with the Citus extension on all nodes. The coordinator knows the first `workers` workers. */
export async function createClusterDatabase(cluster: Cluster, database: string, workers = 2): Promise<void> {
  const { coordinator } = cluster
  for (const { connection } of [coordinator, ...cluster.workers]) {
    await queryOnce(connection, `create database ${database}`)
    await queryOnce({ ...connection, database }, 'create extension citus')
  }
  const { host, port } = coordinator.connection
  await queryOnce({ ...coordinator.connection, database }, `select citus_set_coordinator_host('${host}', ${port})`)
  for (let index = 0; index < workers; index += 1) await addWorker(cluster, database, index)
}

/** Registers a worker at the coordinator. The worker has no shards yet. */
export async function addWorker({ coordinator, workers }: Cluster, database: string, index: number): Promise<void> {
  const { host, port } = workers[index]?.connection ?? {}
  await queryOnce({ ...coordinator.connection, database }, `select citus_add_node('${host}', ${port})`)
}
