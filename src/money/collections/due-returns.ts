import type { App } from '../../platform/app/app.ts'
import { retryConflicts } from '../../platform/db/optimistic-concurrency.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { dueReturnChecksOf, dueReturnsOf } from '../charges/due-charges.ts'
import type { Return } from '../charges/return.ts'
import { failReturn, listReturns } from '../charges/returns.ts'
import { failPaymentReturn } from '../payments/collection-changes.ts'
import { getPayment } from '../payments/get-payment.ts'
import { loadCollection } from './collections.ts'
import { queueMessage } from './messages/messages.ts'
import { sendMessagesOf } from './messages/sending.ts'
import { returnedText } from './messages/texts.ts'

/** Returns that are due to be sent to cards. */
export const dueReturns = dueReturnsOf({ beforeSending: announceReturn, onFailed: owedAgain })

/** Confirmed returns that are due for another check: they may still fail. */
export const dueReturnChecks = dueReturnChecksOf({ onFailed: owedAgain })

// A failed return is owed to the customer again. Retried, because returns of one payment may fail at the same time.
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

/** Tells the customer about a return: one message for all returns of one change. */
export async function announceReturn(app: App, actor: Actor, sent: Return): Promise<void> {
  const { paymentId, version } = sent
  const loaded = await loadCollection(app, actor, paymentId)
  if (loaded === undefined) return
  const together = (await listReturns(app, actor, paymentId)).filter((other) => other.version === version)
  const amountMinor = together.reduce((sum, other) => sum + other.amountMinor, 0n)
  const text = returnedText(loaded.collection, { amountMinor })
  await app.db.transaction((tx) =>
    queueMessage(app, tx, loaded, { kind: 'returned', event: String(version), text }, sent.createdAt),
  )
  await sendMessagesOf(app, actor, paymentId)
}
