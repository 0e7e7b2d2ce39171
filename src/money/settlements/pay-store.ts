import type { App } from '../../platform/app/app.ts'
import { type MerchantId, newOrderedId, type StoreId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/money.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Tx } from '../../platform/db/db.ts'
import { markPayoutPaid } from './mark-payout-paid.ts'
import { newPayoutReference } from './payout.ts'
import { insertPayout } from './store/payouts.ts'
import { carrySettlements, listPayable } from './store/pending.ts'

interface Payee {
  readonly merchantId: MerchantId
  readonly storeId: StoreId
  readonly isTest: boolean
  readonly currency: Currency
}

/**
 * Makes one payout of all that a store is owed by now. While that is not above zero there is none, and its settlements are carried into the
 * one that makes it good. What moves no real money is paid at once. For who has locked the merchant's ledger.
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
