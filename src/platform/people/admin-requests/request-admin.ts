import type { App } from '../../app/app.ts'
import { type MerchantId, newOrderedId } from '../../base/ids.ts'
import { day } from '../../base/times.ts'
import type { WithChange } from '../../db/db.ts'
import { parseEmail } from '../email.ts'
import { invitationRules } from '../invitations/invitation.ts'
import { refusals } from '../refusals.ts'
import type { SupportSession } from '../sessions/session.ts'
import { countAdminRequests, endOldAdminRequest, insertAdminRequest } from '../store/admin-requests.ts'
import { requireFirstAdmin } from './first-admin.ts'

/** The request as it is logged. */
interface RequestedAdmin {
  readonly id: string
  readonly email: string
}

/**
 * Requests, as one agent, to invite a merchant's first admin; nobody is invited until another agent confirms.
 * `inSameTransaction`: extra writes. Refuses a text that is no e-mail, an agent's address, a merchant with an admin or
 * an open invitation of one, a second request while one waits, and the fifty-first of a day.
 */
export async function requestAdmin(
  app: App,
  agent: SupportSession,
  merchantId: MerchantId,
  typed: string,
  inSameTransaction: WithChange<[request: RequestedAdmin]>,
): Promise<void> {
  const email = parseEmail(typed)
  if (email === undefined) throw refusals.noEmail()
  const id = newOrderedId()
  const now = app.clock.now()
  const request = {
    ...{ merchant_id: merchantId, id, email, state: 'waiting' },
    ...{ requested_by: agent.personId, requested_name: agent.email },
    ...{ requested_at: now, ends_at: now + invitationRules.lifetimeMs },
  }
  await app.db.transaction(async (tx) => {
    await requireFirstAdmin(tx, merchantId, email, now)
    const [counted] = await tx.run(countAdminRequests, { merchantId, since: now - day })
    if ((counted?.requests ?? 0) >= invitationRules.perDay) throw refusals.tooManyInvitations()
    await tx.run(endOldAdminRequest, { merchantId, now })
    if ((await tx.run(insertAdminRequest, request)).length === 0) throw refusals.adminRequestWaits()
    await inSameTransaction(tx, { id, email })
  })
}
