import { distributeTables } from '../src/platform/db/sharding/distribute-tables.ts'
import { migrateTemplate, serverVariable, template, workersVariable } from '../test/support/server.ts'
import { type Cluster, openCluster } from '../testkit/citus/open-cluster.ts'
import { NoCluster } from '../testkit/citus/programs.ts'
import { makeTemplate } from '../testkit/citus/template.ts'
import { leftOutOnCitus } from './left-out-on-citus.ts'
import { runTests } from './run-tests.ts'

// Runs tests on a Citus cluster in a temporary folder: `npm run test:citus`, or `npm run test:citus -- test/api`. It
// needs Debian's postgresql-15, and CITUS_TARBALL, the address of a Citus tarball. It exits with 77 if the machine can
// run no cluster, as skipped test programs do. left-out-on-citus.ts lists the tests that a store with shards cannot
// pass.

const skipped = 77

/** Tests that also run on a plain server, and tests that need a cluster. */
const usual = [
  ...[
    'test/api',
    'test/concurrency',
    'test/model',
    'test/notifications',
    'test/retention',
    'src/platform/db/apply-migration.test.ts',
  ],
  ...['test/sandbox/reset.test.ts', 'test/sandbox/reset-meanwhile.test.ts', 'test/citus/*.cluster.ts'],
]

/** Few shards, so that making a database is fast: two on each worker. */
const shards = 4

let cluster: Cluster
try {
  // The data need not survive the run.
  cluster = await openCluster('fsync = off')
} catch (error) {
  if (!(error instanceof NoCluster)) throw error
  process.stderr.write(`No cluster can be made here: ${error.message}\n`)
  process.exit(skipped)
}
try {
  const { coordinator, workers } = cluster
  await makeTemplate(cluster, template, () =>
    migrateTemplate(coordinator.connection, (owner) => distributeTables(owner, shards)),
  )
  const leftOut = leftOutOnCitus.map(({ test }) => `--test-skip-pattern=/^${RegExp.escape(test)}$/`)
  process.exitCode = await runTests([...leftOut, ...process.argv.slice(2)], usual, {
    [serverVariable]: JSON.stringify(coordinator.connection),
    [workersVariable]: JSON.stringify(workers.map(({ connection }) => connection)),
  })
} finally {
  await cluster.close()
}
for (const { test, reason } of leftOutOnCitus) process.stdout.write(`left out: ${test}: ${reason}\n`)
