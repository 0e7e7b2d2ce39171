import type { App } from '../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { RemainingRow } from '../../platform/merchants/sandbox-remains.ts'
import {
  countPaymentsOfSandbox as count,
  holdPayments as hold,
  listPaymentsOfSandbox as list,
} from './store/sandbox.ts'

/**
 * Counts live payments made by a sandbox that are not read-only yet, by merchant. `isUnmarkedToo`: also payments older
 * than the marks.
 */
export function countPaymentsOfSandbox({ db }: Pick<App, 'db'>, isUnmarkedToo: boolean): Promise<RemainingRow[]> {
  return db.run(count, { isUnmarkedToo })
}

/** Lists at most `limit` such payments of a merchant. */
export async function listPaymentsOfSandbox(
  on: Queryable,
  merchantId: MerchantId,
  isUnmarkedToo: boolean,
  limit: number,
): Promise<PaymentId[]> {
  return (await on.run(list, { merchantId, isUnmarkedToo, limit })).map(({ id }) => id)
}

/** Makes these payments read-only: nothing falls due, and every change is refused. */
export async function holdPayments(
  on: Queryable,
  merchantId: MerchantId,
  paymentIds: readonly PaymentId[],
): Promise<void> {
  await on.run(hold, { merchantId, paymentIds })
}
