import type { App } from '../../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../../platform/base/ids.ts'
import { listProvedPayments } from '../store/visits-of-phone.ts'

/** Lists the payments on whose page a phone (E.164) was proved, at all merchants, at most `limit`. */
export async function listProvedPaymentIds(
  app: App,
  { phone, isTest }: { readonly phone: string; readonly isTest: boolean },
  limit: number,
): Promise<{ readonly id: PaymentId; readonly merchantId: MerchantId; readonly clockOffsetMs: number }[]> {
  const rows = await app.db.run(listProvedPayments, { phone, isTest, limit })
  return rows.map(({ id, merchant_id: merchantId, clock_offset_ms }) => {
    return { id, merchantId, clockOffsetMs: Number(clock_offset_ms) }
  })
}
