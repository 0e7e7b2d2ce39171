import { type Command, InvalidArgumentError } from 'commander'
import { listLargestMerchants } from '../../money/payments/counted-list/payment-counts.ts'
import { readConfig } from '../../platform/app/config.ts'
import { type Db, openDb } from '../../platform/db/db.ts'
import { commandLimits } from '../../platform/db/limits.ts'
import { migrateDb } from '../../platform/db/migrate.ts'
import { type DistributionReport, distributeTables, usualShards } from '../../platform/db/sharding/distribute-tables.ts'
import { isolateMerchant, listShards } from '../../platform/db/sharding/shards.ts'
import { UnusableDatabase } from '../../platform/db/unusable.ts'
import { readId } from './keys.ts'
import { jsonOption, type PrintOptions, printJson, printLine, printRows } from './output.ts'

interface ShardOptions extends PrintOptions {
  readonly shards: number
  readonly status?: true
  readonly isolate?: string
}

/** `qist shard`: distributes a store by merchant among the nodes of a Citus cluster, and prints the distribution. */
export function addShardCommand(program: Command): void {
  program
    .command('shard')
    .description(
      'divide the store by merchant among the nodes of its Citus cluster; what is divided already stays so. A plain server is refused',
    )
    .option(
      '--shards <count>',
      'into how many, the first time: at most as many nodes can hold them',
      readCount,
      usualShards,
    )
    .option('--status', 'tell where the shards are, how large they are, and which merchants deserve one of their own')
    .option('--isolate <merchant>', 'give a merchant a shard of its own', readId)
    .option(...jsonOption)
    .action(shard)
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Not a number of shards: 1 to 9999.')
  return Number(text)
}

async function shard(options: ShardOptions): Promise<void> {
  await withOwner(async (owner) => {
    if (options.status) return printStatus(await loadStatus(owner), options)
    if (options.isolate !== undefined) return printIsolated(await isolateMerchant(owner, options.isolate), options)
    await migrateDb(owner)
    printDistributed(await distributeTables(owner, options.shards), options)
  })
}

// Connects with the tables' owner, and without the service's view of the shards.
async function withOwner(command: (owner: Db) => Promise<void>): Promise<void> {
  const { databaseUrl, migrationDatabaseUrl } = readConfig({ LOG_LEVEL: 'warn', ...process.env }, process.cwd())
  const connectionString = migrationDatabaseUrl ?? databaseUrl
  if (connectionString === undefined) {
    throw new UnusableDatabase('The embedded database is one plain server, which cannot be divided: set DATABASE_URL')
  }
  const owner = openDb({
    connection: { connectionString },
    connections: 2,
    limits: commandLimits,
    rights: 'owner',
    plans: 'free',
  })
  await command(owner).finally(() => owner.close())
}

function printIsolated(shardId: bigint, options: PrintOptions): void {
  if (options.json) printJson({ shard: String(shardId) })
  else printLine(`The merchant has shard ${shardId} of its own`)
}

function printDistributed(done: DistributionReport, options: PrintOptions): void {
  if (options.json) {
    printJson(done)
    return
  }
  const lines = [
    ...(done.onEveryNode.length > 0 ? [`On every node: ${done.onEveryNode.join(', ')}`] : []),
    ...(done.byMerchant.length > 0 ? [`By merchant: ${done.byMerchant.join(', ')}`] : []),
    ...(done.plainIndexes.length > 0 ? [`No longer held unique by an index: ${done.plainIndexes.join(', ')}`] : []),
    ...(done.byMerchant.length + done.onEveryNode.length === 0 ? ['Nothing to do'] : []),
    `The store is in ${done.shards} shards on ${done.nodes} nodes`,
  ]
  printLine(lines.join('\n'))
}

interface Status {
  readonly shards: readonly { readonly shard: string; readonly node: string; readonly megabytes: string }[]
  /** Returns merchants with more payments than an average shard that share their shard with others. */
  readonly large: readonly { readonly merchant: string; readonly payments: string; readonly shard: string }[]
}

/** Most merchants that are listed. */
const maxLooked = 20

export async function loadStatus(owner: Db): Promise<Status> {
  const { shards, shardOf } = await listShards(owner)
  const { largest, total } = await listLargestMerchants(owner, maxLooked)
  const average = Number(total) / shards.length
  const large = largest.flatMap(({ merchantId, payments }) => {
    const { id, isOfOne } = shardOf(merchantId)
    return isOfOne || Number(payments) <= average
      ? []
      : [{ merchant: merchantId, payments: String(payments), shard: String(id) }]
  })
  return {
    shards: shards.map(({ id, node, bytes }) => ({
      shard: String(id),
      node: `${node.host}:${node.port}`,
      megabytes: (Number(bytes) / 2 ** 20).toFixed(1),
    })),
    large,
  }
}

export function printStatus(status: Status, options: PrintOptions): void {
  if (options.json) {
    printJson(status)
    return
  }
  printRows(status.shards, options)
  printLine('')
  if (status.large.length === 0) {
    printLine('No merchant deserves a shard of its own')
    return
  }
  printLine('These merchants deserve a shard of their own (qist shard --isolate <merchant>):')
  printRows(status.large, options)
}
