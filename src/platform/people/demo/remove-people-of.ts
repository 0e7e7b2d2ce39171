import { allMerchants, type MerchantId } from '../../base/ids.ts'
import type { Tx } from '../../db/db.ts'
import { deletePeopleOfMerchants } from '../store/sandbox-people.ts'

/** Removes the members of merchants that are gone, and who was made with one of them and works for no other. */
export async function removePeopleOf(tx: Tx, merchantIds: readonly MerchantId[]): Promise<void> {
  if (merchantIds.length > 0) await tx.run(deletePeopleOfMerchants, { merchantId: allMerchants, merchantIds })
}
