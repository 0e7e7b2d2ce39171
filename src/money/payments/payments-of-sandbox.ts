import type { App } from '../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { RemainingRow } from '../../platform/merchants/sandbox-remains.ts'
import {
  countPaymentsOfSandbox as count,
  holdPayments as hold,
  listPaymentsOfSandbox as list,
} from './store/sandbox.ts'

/** How many live payments a sandbox has made that are not held, by merchant. `isUnmarkedToo`: also those that are older than the marks. */
export function countPaymentsOfSandbox({ db }: Pick<App, 'db'>, isUnmarkedToo: boolean): Promise<RemainingRow[]> {
  return db.run(count, { isUnmarkedToo })
}

/** At most `limit` of a merchant's. */
export async function listPaymentsOfSandbox(
  on: Queryable,
  merchantId: MerchantId,
  isUnmarkedToo: boolean,
  limit: number,
): Promise<PaymentId[]> {
  return (await on.run(list, { merchantId, isUnmarkedToo, limit })).map(({ id }) => id)
}

/** Makes these payments readable only: nothing of them falls due, and every change is refused. */
export async function holdPayments(
  on: Queryable,
  merchantId: MerchantId,
  paymentIds: readonly PaymentId[],
): Promise<void> {
  await on.run(hold, { merchantId, paymentIds })
}
