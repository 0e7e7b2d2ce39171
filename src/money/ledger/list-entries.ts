import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import { entryFrom, type PostedEntry } from './entries-sql.ts'
import { listEntries as list } from './store.ts'

/** A posted entry with its source and time. */
export interface EntryOfSource extends PostedEntry {
  /** The payment, return or payout. */
  readonly sourceId: string
  readonly at: Instant
}

/**
 * Lists the entries of payments, returns or payouts of a merchant with versions up to `until` and from `from` on, by
 * source and version, the debit of each cause first.
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
