import type { MerchantId } from '../../platform/base/ids.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { firstHash } from './seals-sql.ts'
import { findHead } from './store.ts'

/** The last seal of a merchant's ledger; number 0 where nothing was sealed yet. */
export async function getHead(on: Queryable, merchantId: MerchantId): Promise<{ number: bigint; hash: Buffer }> {
  const [head] = await on.run(findHead, { merchantId })
  return head ?? { number: 0n, hash: firstHash }
}
