import type { App } from '../app/app.ts'
import { nilId, parseId } from '../base/ids.ts'
import type { Region } from '../base/regions.ts'
import type { Instant } from '../base/times.ts'
import type { Merchant } from './merchant.ts'
import { searchMerchants } from './store.ts'

export interface FoundMerchant extends Merchant {
  readonly createdAt: Instant
}

interface MerchantPosition {
  readonly name: string
  readonly id: string
}

const beginning: MerchantPosition = { name: '', id: nilId }

/** Merchants by name, those whose name begins with the text or the one whose id it is, a page at a time. */
export async function findMerchants(
  app: App,
  { text, behind = beginning, limit }: { text: string; behind?: MerchantPosition | undefined; limit: number },
): Promise<{ readonly merchants: readonly FoundMerchant[]; readonly hasMore: boolean }> {
  const id = parseId(text.trim()) ?? null
  const begins = id === null ? text.trim().toLowerCase() : ''
  const after = { afterName: behind.name.toLowerCase(), afterId: behind.id }
  const rows = await app.db.run(searchMerchants, { begins, id, ...after, limit: limit + 1 })
  const merchants = rows.slice(0, limit).map((row) => ({
    merchantId: row.merchant_id,
    name: row.name,
    region: row.region as Region,
    createdAt: row.created_at,
  }))
  return { merchants, hasMore: rows.length > limit }
}
