import { distributeTables } from '../src/db/sharding/distribute-tables.ts'
import { migrateTemplate, serverVariable, template, workersVariable } from '../test/support/server.ts'
import { createClusterDatabase } from '../testkit/citus/create-database.ts'
import { type Cluster, openCluster } from '../testkit/citus/open-cluster.ts'
import { NoCluster } from '../testkit/citus/programs.ts'
import { queryOnce } from '../testkit/query.ts'
import { runTests } from './run-tests.ts'

// Runs tests on a Citus cluster that it makes in a temporary folder: `npm run test:citus`, or `npm run test:citus -- test/api`. Wants Debian's
// postgresql-15 and CITUS_TARBALL, the address of a tarball of Citus that unpacks over it. Ends with 77 where there can be no cluster,
// as test programs do that were skipped.

const skipped = 77

/** What is the same on a cluster as on a plain server, and what only a cluster has. */
const usual = [
  ...['test/api', 'test/concurrency', 'test/model', 'test/notifications', 'src/db/apply-migration.test.ts'],
  'test/citus/*.cluster.ts',
]

/** Few, so that a database is quickly made; two on each worker. */
const shards = 4

let cluster: Cluster
try {
  // Nothing of this outlives the run.
  cluster = await openCluster('fsync = off')
} catch (error) {
  if (!(error instanceof NoCluster)) throw error
  process.stderr.write(`No cluster can be made here: ${error.message}\n`)
  process.exit(skipped)
}
try {
  await prepareTemplate(cluster)
  const { coordinator, workers } = cluster
  process.exitCode = await runTests(process.argv.slice(2), usual, {
    [serverVariable]: JSON.stringify(coordinator.connection),
    [workersVariable]: JSON.stringify(workers.map(({ connection }) => connection)),
  })
} finally {
  await cluster.close()
}

// Test databases are cloned from it, node by node: whoever is connected, as Citus' own daemon is, would be in the way.
async function prepareTemplate(cluster: Cluster): Promise<void> {
  await createClusterDatabase(cluster, template)
  await migrateTemplate(cluster.coordinator.connection, (owner) => distributeTables(owner, shards))
  for (const { connection } of [cluster.coordinator, ...cluster.workers]) {
    await queryOnce(connection, `alter database ${template} allow_connections false`)
    await queryOnce(connection, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`)
  }
}
