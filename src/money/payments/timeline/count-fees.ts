import type { App } from '../../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../../platform/base/ids.ts'
import { sumFees } from './store.ts'

/** What all captures and refunds of a payment cost its merchant together, what was given back taken off, and the VAT on it. In minor units. */
export async function countFees(
  app: App,
  merchantId: MerchantId,
  paymentId: PaymentId,
): Promise<{ readonly feeMinor: bigint; readonly vatMinor: bigint }> {
  const [sums] = await app.db.run(sumFees, { merchantId, paymentId })
  return { feeMinor: sums?.fee_minor ?? 0n, vatMinor: sums?.vat_minor ?? 0n }
}
