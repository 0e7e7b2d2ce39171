import type { Instant } from '../../platform/base/times.ts'
import type { Tx } from '../../platform/db/db.ts'
import { entryRecordOf, payoutEntries } from '../ledger/entries.ts'
import type { Payout } from './payout.ts'
import { markPaid } from './store/payouts.ts'

/** Writes down that a payout has reached its merchant, and posts it, once; false where it was paid before. */
export async function markPayoutPaid(
  tx: Tx,
  { merchantId, id, amountMinor }: Pick<Payout, 'merchantId' | 'id' | 'amountMinor'>,
  paidAt: Instant,
): Promise<boolean> {
  const entries = payoutEntries(amountMinor).map((entry) => ({ number: 0, ...entryRecordOf(entry) }))
  return (await tx.run(markPaid, { merchantId, id, paidAt, entries })).length > 0
}
