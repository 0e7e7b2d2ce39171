import type { App } from '../../platform/app/app.ts'
import { type MerchantId, newOrderedId, type StoreId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Tx } from '../../platform/db/db.ts'
import { entryRecordOf, payoutEntries } from '../ledger/entries.ts'
import { newPayoutReference, type Payout } from './payout.ts'
import { insertPayout, markPaid } from './store/payouts.ts'
import { carrySettlements, listPayable } from './store/pending.ts'

interface Payee {
  readonly merchantId: MerchantId
  readonly storeId: StoreId
  readonly isTest: boolean
  readonly currency: Currency
}

/**
 * Makes one payout of everything that a store is owed by now. If the sum is not above zero, carries its settlements
 * into a later payout. A payout without real money is paid at once. The caller has locked the merchant's ledger.
 */
export async function payStore(app: App, tx: Tx, payee: Payee, now: Instant): Promise<void> {
  const { merchantId, storeId, isTest, currency } = payee
  const payable = await tx.run(listPayable, { merchantId, storeId, isTest, now })
  const amountMinor = payable.reduce((sum, { net_minor }) => sum + net_minor, 0n)
  if (amountMinor <= 0n) {
    await tx.run(carrySettlements, { merchantId, storeId, isTest, now })
    return
  }
  const payout = { merchantId, id: newOrderedId(), amountMinor }
  await tx.run(insertPayout, {
    ...payout,
    ...{ storeId, isTest, currency, reference: newPayoutReference(), createdAt: now },
    settlementIds: payable.map(({ id }) => id),
  })
  tx.afterCommit(() => app.metrics.happened('payouts', 'make', isTest))
  if (!isTest && app.config.mode !== 'sandbox') return
  await markPayoutPaid(tx, payout, now)
  tx.afterCommit(() => app.metrics.happened('payouts', 'pay', isTest))
}

/** Marks a payout as paid and posts it, once. Returns false if it was paid before. */
export async function markPayoutPaid(
  tx: Tx,
  { merchantId, id, amountMinor }: Pick<Payout, 'merchantId' | 'id' | 'amountMinor'>,
  paidAt: Instant,
): Promise<boolean> {
  const entries = payoutEntries(amountMinor).map((entry) => ({ number: 0, ...entryRecordOf(entry) }))
  return (await tx.run(markPaid, { merchantId, id, paidAt, entries })).length > 0
}
