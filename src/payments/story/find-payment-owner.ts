import type { App } from '../../app/app.ts'
import type { MerchantId, PaymentId } from '../../base/ids.ts'
import type { Currency } from '../../base/money.ts'
import { findPaymentOwners } from './store.ts'

/** Whose payment it is, and of which mode; none when there is no such payment. Ids are unguessable, so there is one at most. */
export async function findPaymentOwner(
  app: App,
  id: PaymentId,
): Promise<{ merchantId: MerchantId; isTest: boolean; currency: Currency; clockOffsetMs: number } | undefined> {
  const [row] = await app.db.run(findPaymentOwners, { id })
  if (row === undefined) return undefined
  const { merchant_id: merchantId, is_test: isTest, currency, clock_offset_ms } = row
  return { merchantId, isTest, currency: currency as Currency, clockOffsetMs: Number(clock_offset_ms) }
}
