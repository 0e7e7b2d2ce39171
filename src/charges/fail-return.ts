import type { Tx } from '../db/db.ts'
import type { Return } from './return.ts'
import { updateReturnState } from './store/returns.ts'

/** The return did not arrive; false when somebody else has written down what became of it. */
export async function failReturn(tx: Tx, { merchantId, id }: Return): Promise<boolean> {
  return (await tx.run(updateReturnState, { merchantId, id, state: 'failed' })).length > 0
}
