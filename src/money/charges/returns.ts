import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Actor, MerchantMode } from '../../platform/merchants/caller.ts'
import { entryRecordOf, reversedReturnEntries } from '../ledger/entries.ts'
import type { Return } from './return.ts'
import { failReturn as fail, listFailedReturns as list, listReturnsOfPayment, returnFrom } from './store/returns.ts'

/** Lists the returns of a payment, oldest first. */
export async function listReturns(
  app: App,
  { merchantId, isTest }: MerchantMode,
  paymentId: PaymentId,
): Promise<readonly Return[]> {
  return (await app.db.run(listReturnsOfPayment, { merchantId, isTest, paymentId })).map(returnFrom)
}

/** Lists the failed returns of all merchants, oldest first. */
export async function listFailedReturns(
  app: App,
  page: { readonly after: Instant; readonly afterId: string; readonly limit: number },
): Promise<readonly (Return & { readonly merchantName: string })[]> {
  return (await app.db.run(list, page)).map((row) => ({ ...returnFrom(row), merchantName: row.merchant_name }))
}

/** The actions of the room above on a return. Each may run again, and in several processes at the same time. */
export interface ReturnEvents {
  /** Called before each request or lookup of the return: an earlier process may have stopped before it. */
  beforeSending(app: App, actor: Actor, sent: Return): Promise<void>
  /** Stores in one transaction that the return has failed, and what follows from it. */
  onFailed(app: App, actor: Actor, failed: Return): Promise<void>
}

/** Stores that the return has failed, and what follows from it. */
export async function settleFailedReturn(
  app: App,
  actor: Actor,
  events: Pick<ReturnEvents, 'onFailed'>,
  sent: Return,
): Promise<void> {
  await events.onFailed(app, actor, sent)
  app.log.error({ payment_id: sent.paymentId, return_id: sent.id }, 'a return to a card has failed')
}

/**
 * Stores that the return has failed, whether or not it was confirmed before. `at`: now, by the merchant's clock.
 * Returns false if the failure is stored already.
 */
export async function failReturn(tx: Tx, { merchantId, id, amountMinor }: Return, at: Instant): Promise<boolean> {
  const entries = reversedReturnEntries(amountMinor).map((entry) => ({ number: 0, ...entryRecordOf(entry) }))
  return (await tx.run(fail, { merchantId, id, entries, at })).length > 0
}
