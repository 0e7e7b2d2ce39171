import { allMerchants, type MerchantId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { Tx } from '../../db/db.ts'
import { refusals } from '../refusals.ts'
import { findAdmin } from '../store/admin-requests.ts'
import { peopleOf } from '../store/people.ts'

/**
 * Refuses with 409 a merchant with an admin or an open invitation of one, and with 422 the address of any agent: no agent becomes an admin.
 */
export async function requireFirstAdmin(tx: Tx, merchantId: MerchantId, email: string, now: Instant): Promise<void> {
  const [found] = await tx.run(findAdmin, { merchantId, now })
  if (found === undefined || found.has_admin || found.is_invited) throw refusals.hasAdmin()
  const agents = await tx.run(peopleOf.support.findByEmail, { merchantId: allMerchants, email })
  if (agents.length > 0) throw refusals.agentInvited()
}
