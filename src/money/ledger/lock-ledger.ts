import type { MerchantId } from '../../platform/base/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import { lockChain, openChain } from './store.ts'

/** Until the transaction ends, nobody else seals or settles for this merchant. Payments do not wait for it. */
export async function lockLedger(tx: Tx, merchantId: MerchantId): Promise<void> {
  if ((await tx.run(lockChain, { merchantId })).length > 0) return
  await tx.run(openChain, { merchantId })
  await tx.run(lockChain, { merchantId })
}
