import type { App } from '../../app/app.ts'
import { allMerchants, type MerchantId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { Tx } from '../../db/db.ts'
import { refusals } from '../refusals.ts'
import { adminRequestFrom, findAdmin, findWaitingAdminRequest } from '../store/admin-requests.ts'
import { peopleOf } from '../store/people.ts'
import type { WaitingAdminRequest } from './admin-request.ts'

/** Whether a merchant has its first admin, and the request for one. */
export interface FirstAdmin {
  readonly hasAdmin: boolean
  /** Whether an invitation of an admin is open. */
  readonly isInvited: boolean
  readonly request: WaitingAdminRequest | undefined
}

/** Returns whether a merchant has an admin, and the request that waits if there is one. */
export async function getFirstAdmin(app: App, merchantId: MerchantId): Promise<FirstAdmin> {
  const now = app.clock.now()
  const [[found], [row]] = await Promise.all([
    app.db.run(findAdmin, { merchantId, now }),
    app.db.run(findWaitingAdminRequest, { merchantId, allMerchants, now }),
  ])
  return {
    hasAdmin: found?.has_admin ?? true,
    isInvited: found?.is_invited ?? true,
    request: row && { ...adminRequestFrom(row), isRequesterHere: row.is_requester_here },
  }
}

/**
 * Refuses with 409 a merchant with an admin or an open invitation of one, and with 422 the address of any agent: no
 * agent becomes an admin.
 */
export async function requireFirstAdmin(tx: Tx, merchantId: MerchantId, email: string, now: Instant): Promise<void> {
  const [found] = await tx.run(findAdmin, { merchantId, now })
  if (found === undefined || found.has_admin || found.is_invited) throw refusals.hasAdmin()
  const agents = await tx.run(peopleOf.support.findByEmail, { merchantId: allMerchants, email })
  if (agents.length > 0) throw refusals.agentInvited()
}
