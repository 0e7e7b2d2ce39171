import type { MerchantId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { Tx } from '../../db/db.ts'
import { repeatDelivered } from '../store/waiting.ts'

/**
 * Has a delivery that has arrived sent once more at that time, once the transaction is committed. False where it has not, or waits already.
 * Who has it due at once wakes the dispatchers afterwards.
 */
export async function repeatDelivery(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: MerchantId; readonly id: string },
  at: Instant,
): Promise<boolean> {
  const rows = await tx.run(repeatDelivered, { merchantId, id, at })
  return rows.length > 0
}
