import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import type { Subject } from './operations.ts'
import { findPaymentOfDispute, findPaymentOfSession } from './store.ts'

/** The payment that a call is about whose path names this payment, session or dispute; undefined where there is none. */
export async function findPaymentOf(
  app: App,
  { merchantId, isTest }: MerchantMode,
  { of }: Subject,
  id: string,
): Promise<PaymentId | undefined> {
  if (of === 'payment') return id
  const [found] =
    of === 'session'
      ? await app.db.run(findPaymentOfSession, { merchantId, isTest, id })
      : await app.db.run(findPaymentOfDispute, { merchantId, id })
  return found?.payment_id
}
