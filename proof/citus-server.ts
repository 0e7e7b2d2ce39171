import { openDb } from '../src/platform/db/db.ts'
import { migrateDb } from '../src/platform/db/migrate.ts'
import { distributeTables } from '../src/platform/db/sharding/distribute-tables.ts'
import { type ClusterNode, openCluster } from '../testkit/citus/open-cluster.ts'
import { cloneTemplate, makeTemplate } from '../testkit/citus/template.ts'
import { allAtOnce } from '../testkit/parallel.ts'
import { withChildren } from '../testkit/process-table.ts'
import { queryOnce } from '../testkit/query.ts'
import { retry } from '../testkit/timeouts.ts'
import type { OwnDatabase } from './own-database.ts'

/**
 * A coordinator and two workers with Citus, instead of the proof's plain server. Each database on it is a store with
 * shards.
 */
export interface CitusServer extends OwnDatabase {
  /** Makes an empty store and returns its address. */
  createDatabase(name: string): Promise<string>
}

const template = 'proof_template'

/** Few shards, so that making a store is fast: two on each worker. */
const shards = 4

/** Starts the servers and passes their end to `atEnd`. Throws NoCluster if the machine can run none. */
export async function openCitusServer(atEnd: (end: () => void) => void): Promise<CitusServer> {
  const cluster = await openCluster()
  atEnd(() => void cluster.close())
  const { coordinator } = cluster
  const nodes = [coordinator, ...cluster.workers]
  const connection = { ...coordinator.connection, database: template }
  await makeTemplate(cluster, template, async () => {
    const owner = openDb({ connection, connections: 2, rights: 'owner' })
    await migrateDb(owner)
      .then(() => distributeTables(owner, shards))
      .finally(() => owner.close())
  })
  const servers = (): number[] => nodes.flatMap(({ pid }) => pid ?? [])
  return {
    async createDatabase(name) {
      await cloneTemplate(cluster, template, name)
      const { host, port, user } = coordinator.connection
      return `postgres://${user}@${host}:${port}/${name}?sslmode=disable`
    },
    servers,
    pids: () => withChildren(servers()),
    async cutConnections() {
      await allAtOnce(nodes.map((node) => () => queryOnce(node.connection, cutAll)))
    },
    async start() {
      // A killed process still runs for a moment.
      await retry('the servers have ended', () => servers().length === 0, { pauseMs: 20 })
      await allAtOnce(nodes.map((node) => () => startAgain(node)))
    },
  }
}

/** Starts a killed server. Its child processes may keep the shared memory for a moment, so the start is retried. */
async function startAgain(node: ClusterNode): Promise<void> {
  let reason: unknown
  const start = (): Promise<boolean> =>
    node.start().then(
      () => true,
      (error: unknown) => {
        reason = error
        return false
      },
    )
  await retry(`${node.name} starts again`, start, { pauseMs: 200, timeoutMs: 30_000 }).catch((error: Error) => {
    throw new Error(`${error.message}: ${reason}`)
  })
}

/** SQL that ends all other connections and waits until the last one has ended. */
export const cutAll = 'select pg_terminate_backend(pid, 60000) from pg_stat_activity where pid <> pg_backend_pid()'
