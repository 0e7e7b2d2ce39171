import type { Instant } from '../../platform/base/times.ts'
import type { Tx } from '../../platform/db/db.ts'
import { reversedReturnEntries } from '../ledger/entries.ts'
import { entryRecordOf } from '../ledger/entries-sql.ts'
import type { Return } from './return.ts'
import { failReturn as fail } from './store/returns.ts'

/**
 * Stores that the return has failed, whether or not it was confirmed before. `at`: now, by the merchant's clock. Returns false if the
 * failure is stored already.
 */
export async function failReturn(tx: Tx, { merchantId, id, amountMinor }: Return, at: Instant): Promise<boolean> {
  const entries = reversedReturnEntries(amountMinor).map((entry) => ({ number: 0, ...entryRecordOf(entry) }))
  return (await tx.run(fail, { merchantId, id, entries, at })).length > 0
}
