import type { App } from '../../platform/app/app.ts'
import { retryConflicts } from '../../platform/db/optimistic-concurrency.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { dueReturnChecksOf } from '../charges/due-later-checks.ts'
import { dueReturnsOf } from '../charges/due-returns.ts'
import { failReturn } from '../charges/fail-return.ts'
import type { Return } from '../charges/return.ts'
import { failPaymentReturn } from '../payments/collection-changes.ts'
import { getPayment } from '../payments/get-payment.ts'
import { announceReturn } from './messages/announce-return.ts'

/** What is to be sent back to customers' cards. */
export const dueReturns = dueReturnsOf({ beforeSending: announceReturn, onFailed: owedAgain })

/** Confirmed returns, which may still fail. */
export const dueReturnChecks = dueReturnChecksOf({ onFailed: owedAgain })

// What did not arrive is owed to the customer again. Those of one payment may fail at the same time.
function owedAgain(app: App, actor: Actor, failed: Return): Promise<void> {
  return retryConflicts(async () => {
    const payment = await getPayment(app, actor, failed.paymentId)
    await app.db.transaction(async (tx) => {
      if (!(await failReturn(tx, failed, nowFor(app, actor)))) return
      await failPaymentReturn(app, tx, actor, payment, failed.amountMinor)
      tx.afterCommit(() => app.metrics.happened('returns', 'fail', failed.isTest))
    })
  })
}
