import type { App } from '../../../platform/app/app.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { bankPayoutFrom, listHeldPayouts as list } from '../store/bank-payouts.ts'
import type { BankPayout } from './bank-payout.ts'

/** Live payouts of all merchants that the bank is not told of, for their store names no IBAN, oldest first. */
export async function listHeldPayouts(
  app: App,
  page: { readonly after: Instant; readonly afterId: string; readonly limit: number },
): Promise<readonly (BankPayout & { readonly merchantName: string })[]> {
  return (await app.db.run(list, page)).map((row) => ({ ...bankPayoutFrom(row), merchantName: row.merchant_name }))
}
