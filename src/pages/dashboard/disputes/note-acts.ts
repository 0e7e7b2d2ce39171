import type { Dispute } from '../../../money/disputes/dispute.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { ActivityKind } from '../../../platform/people/activities/kinds.ts'
import type { Visit } from '../page.ts'
import { recordDone } from '../record-done.ts'

/** Writes down what is done to disputes, in its transaction. */
export async function noteActs(visit: Visit, what: ActivityKind, disputes: readonly Dispute[], tx: Tx): Promise<void> {
  for (const { id, amountMinor, currency } of disputes) {
    const details = { amount: formatAmount(amountMinor, currency), currency }
    await recordDone(visit, { what, onKind: 'dispute', onId: id, details }, tx)
  }
}
