import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import { entryFrom, type PostedEntry } from './entries-sql.ts'
import { listEntries as list } from './store.ts'

/** An entry with what posted it, and when. */
export interface EntryOfSource extends PostedEntry {
  /** The payment, return or payout. */
  readonly sourceId: string
  readonly at: Instant
}

/**
 * What payments, returns or payouts of a merchant have posted by versions up to one and from another one on; by source and version, of each
 * cause the debit first.
 */
export async function listEntries(
  app: App,
  merchantId: MerchantId,
  sourceIds: readonly string[],
  { until, from }: { readonly until: number; readonly from: number },
): Promise<EntryOfSource[]> {
  const rows = await app.db.run(list, { merchantId, sourceIds, until, from })
  return rows.map((row) => ({ ...entryFrom(row), sourceId: row.source_id, at: row.at }))
}
