import type { Instant } from '../base/times.ts'
import type { Tx } from '../db/db.ts'
import type { Return } from './return.ts'
import { failReturn as fail } from './store/returns.ts'

/** The return did not arrive, as is known now by the merchant's clock; false when somebody else has written down what became of it. */
export async function failReturn(tx: Tx, { merchantId, id }: Return, at: Instant): Promise<boolean> {
  return (await tx.run(fail, { merchantId, id, at })).length > 0
}
