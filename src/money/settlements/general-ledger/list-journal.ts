import type { App } from '../../../platform/app/app.ts'
import type { MerchantId } from '../../../platform/base/ids.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import { accountFrom, causeFrom } from '../../ledger/entries.ts'
import type { LocalDate } from '../../plans/local-time.ts'
import { sumEntriesByDay } from '../store/journal.ts'
import { type JournalLine, journalLinesOf } from './journal-entry.ts'

/** The days of stores from one date up to but without another, in one mode. */
export interface JournalPeriod {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly isTest: boolean
}

/**
 * Returns the journal of a merchant's stores as of one instant (docs/contract/terms.md#for-the-books). The database adds
 * up the entries, so that the memory grows with the days and not with the payments. Throws an UnbalancedEntry if an
 * entry does not sum to zero.
 */
export async function listJournal(app: App, merchantId: MerchantId, period: JournalPeriod): Promise<JournalLine[]> {
  const rows = await app.db.run(sumEntriesByDay, { merchantId, ...period })
  return journalLinesOf(
    rows.map((row) => ({
      date: row.date,
      merchantId,
      storeId: row.store_id,
      merchantCode: row.merchant_code,
      currency: row.currency as Currency,
      isTest: period.isTest,
      cause: causeFrom(row.cause),
      account: accountFrom(row.account),
      amountMinor: row.amount_minor,
    })),
  )
}
