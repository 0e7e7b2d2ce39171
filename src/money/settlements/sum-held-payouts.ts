import type { App } from '../../platform/app/app.ts'
import type { Currency } from '../../platform/base/money.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import { sumHeldPayouts as sum } from './store/payouts.ts'

/** Payouts of one currency that are held because their store has named nobody whom the bank should pay. */
export interface HeldPayouts {
  readonly currency: Currency
  readonly count: number
  readonly amountMinor: bigint
}

/** What is not paid out to the merchant for want of an IBAN, by currency. Test payouts move no money, and are never held. */
export async function sumHeldPayouts(app: App, { merchantId, isTest }: MerchantMode): Promise<HeldPayouts[]> {
  if (isTest) return []
  const rows = await app.db.run(sum, { merchantId, isTest })
  return rows.map(({ currency, count, amount_minor }) => ({
    currency: currency as Currency,
    count,
    amountMinor: amount_minor,
  }))
}
