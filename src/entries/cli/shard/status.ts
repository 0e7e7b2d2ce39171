import { listLargestMerchants } from '../../../money/payments/counted-list/payment-counts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { listShards } from '../../../platform/db/sharding/shards.ts'
import { type PrintOptions, printJson, printLine, printRows } from '../print.ts'

interface Status {
  readonly shards: readonly { readonly shard: string; readonly node: string; readonly megabytes: string }[]
  /** Those that have more payments than a shard holds on the average, and share theirs with others. */
  readonly large: readonly { readonly merchant: string; readonly payments: string; readonly shard: string }[]
}

/** So many merchants are looked at: more than that are not large. */
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
