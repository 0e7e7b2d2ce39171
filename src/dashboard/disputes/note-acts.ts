import { formatAmount } from '../../base/money.ts'
import type { Tx } from '../../db/db.ts'
import type { Dispute } from '../../disputes/dispute.ts'
import type { ActivityKind } from '../../people/activities/activity.ts'
import type { Visit } from '../page.ts'
import { recordDone } from '../record-done.ts'

/** Writes down what is done to disputes, in its transaction. */
export async function noteActs(visit: Visit, what: ActivityKind, disputes: readonly Dispute[], tx: Tx): Promise<void> {
  for (const { id, amountMinor, currency } of disputes) {
    const details = { amount: formatAmount(amountMinor, currency), currency }
    await recordDone(visit, { what, onKind: 'dispute', onId: id, details }, tx)
  }
}
