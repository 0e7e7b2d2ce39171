import { serviceRole } from '../connection.ts'
import type { Db } from '../db.ts'
import { longWork } from '../limits.ts'
import { UnusableDatabase } from '../unusable.ts'
import { makeFunctions, onCoordinator, onEveryNode, uniqueByChance } from './distribution.ts'
import { loadShardMap } from './shard-map.ts'
import {
  countNodes,
  findCitus,
  listParts,
  listSequences,
  listTables,
  listUniqueIndexes,
  listWithoutIdentity,
  type Part,
} from './store.ts'

/** The distributed tables, in the order of their distribution. */
export interface DistributionReport {
  readonly nodes: number
  readonly shards: number
  readonly byMerchant: readonly string[]
  readonly onEveryNode: readonly string[]
  readonly plainIndexes: readonly string[]
}

/**
 * The default number of shards. It is also the highest number of nodes that can hold them. Each shard has its own
 * plans of the statements.
 */
export const usualShards = 32

/**
 * Distributes the schema by merchant, with the owner's rights. Skips tables that are distributed already, so an
 * interrupted run is repeated. Throws an UnusableDatabase without Citus, without a node that takes shards, and for
 * a schema that cannot be distributed.
 */
export async function distributeTables(owner: Db, shards = usualShards): Promise<DistributionReport> {
  const [citus] = await owner.run(findCitus, {})
  if (citus?.version == null) {
    throw new UnusableDatabase(
      'This database is on one plain server: it has no extension citus, and there is nothing to do',
    )
  }
  const [nodes] = await owner.run<object, { nodes: number }>(countNodes, {})
  if (nodes === undefined || nodes.nodes === 0) {
    throw new UnusableDatabase('The cluster has no node that takes shards: add one with citus_add_node')
  }
  const done = await distribute(owner, shards)
  const map = await loadShardMap(owner)
  if (map === undefined) throw new Error('payments has no shards')
  const uneven = map.shards.find(({ tables }) => tables.size !== map.tables.size - onCoordinator.length)
  if (uneven !== undefined) throw new UnusableDatabase(`The shard ${uneven.id} has not a part of every table`)
  return { ...done, nodes: nodes.nodes, shards: map.shards.length }
}

// One transaction for each table: together they would need more locks than a server has. An interrupted run is
// repeated.
async function distribute(owner: Db, shards: number): Promise<Omit<DistributionReport, 'nodes' | 'shards'>> {
  const placed = new Set((await owner.run<object, Part>(listParts, {})).map(({ table_name }) => table_name))
  const missing = (await owner.run(listTables, {})).filter(
    ({ name }) => !placed.has(name) && !onCoordinator.includes(name),
  )
  const lost = missing.filter(({ has_merchant }) => !has_merchant)
  if (lost.length > 0) throw new UnusableDatabase(`No merchant divides the tables ${namesOf(lost).join(', ')}`)
  // Each shard needs its own triggers. The code that follows changes creates them again.
  if (missing.length > 0) await owner.runText('select stop_following_changes()')
  const copied = onEveryNode.filter((name) => namesOf(missing).includes(name))
  const divided = namesOf(missing).filter((name) => !onEveryNode.includes(name))
  const plainIndexes = await makeIndexesPlain(owner, divided)
  for (const { name } of await owner.run(listWithoutIdentity, {})) {
    // Otherwise the rows of this table could not change while their shard moves.
    await alone(owner, [`alter table ${name} replica identity full`])
  }
  for (const name of copied) await alone(owner, [`select create_reference_table('${name}')`])
  const anchored = ['payments', ...divided.filter((name) => name !== 'payments')]
  for (const name of divided.includes('payments') ? anchored : divided) {
    const where =
      name === 'payments' ? `colocate_with => 'none', shard_count => ${shards}` : `colocate_with => 'payments'`
    await alone(owner, [`select create_distributed_table('${name}', 'merchant_id', ${where})`])
  }
  // Citus sends grants on tables to the nodes, but no grants on sequences.
  const sequences = namesOf(await owner.run(listSequences, {}))
  await alone(
    owner,
    sequences.map((name) => `select run_command_on_all_nodes('grant usage on sequence ${name} to ${serviceRole}')`),
  )
  // The nodes connect to each other with the role of the service.
  await alone(owner, [`alter role ${serviceRole} login`])
  // Last, because these functions mark the store as distributed.
  await alone(owner, makeFunctions)
  return { byMerchant: divided, onEveryNode: copied, plainIndexes }
}

// A second run at the same time waits, and then fails because the table is distributed. The operator repeats it.
function alone(owner: Db, statements: readonly string[]): Promise<void> {
  return owner.transaction(async (tx) => {
    await tx.runText('select pg_advisory_xact_lock(1904, 8)')
    await tx.runText('set local client_min_messages = warning')
    for (const statement of statements) await tx.runText(statement)
  }, longWork.migrationMs)
}

async function makeIndexesPlain(owner: Db, divided: readonly string[]): Promise<string[]> {
  const unique = (await owner.run(listUniqueIndexes, {})).filter(({ of_table }) => divided.includes(of_table))
  const unknown = unique.filter(({ name }) => !uniqueByChance.includes(name))
  if (unknown.length > 0) {
    throw new UnusableDatabase(`No shard can keep these unique: ${namesOf(unknown).join(', ')}`)
  }
  for (const { name, definition } of unique) {
    await alone(owner, [`drop index ${name}`, definition.replace('CREATE UNIQUE INDEX', 'CREATE INDEX')])
  }
  return namesOf(unique)
}

function namesOf(rows: readonly { readonly name: string }[]): string[] {
  return rows.map(({ name }) => name)
}
