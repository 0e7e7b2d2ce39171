import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import type { Tx, WithChange } from '../../db/db.ts'
import { operatorFor } from '../invitations/invitation.ts'
import { withdrawInvitation } from '../invitations/invitations.ts'
import { type Invited, invitePerson } from '../invitations/invite-person.ts'
import { refusals } from '../refusals.ts'
import type { SupportSession } from '../sessions/session.ts'
import { decideAdminRequest as decide } from '../store/admin-requests.ts'
import { peopleOf } from '../store/people.ts'
import type { AdminRequest } from './admin-request.ts'
import { requireFirstAdmin } from './first-admin.ts'

/**
 * Confirms another agent's request: the address is invited as the merchant's admin, once, even if several agents
 * confirm at the same time. Returns the invitation with its link. `inSameTransaction`: extra writes. Refuses with 403
 * the agent's own request; with 409 a request that was decided or is too old, a request of an agent who has left
 * support, and a merchant that has an admin by now. If the mail cannot be sent, nobody is invited.
 */
export async function confirmAdminRequest(
  app: App,
  baseUrl: string,
  agent: SupportSession,
  request: AdminRequest,
  inSameTransaction: WithChange,
): Promise<Invited> {
  const { merchantId, id, email, requestedBy } = request
  if (requestedBy.id === agent.personId) throw refusals.ownAdminRequest()
  // The merchant has no admin who could invite: the agent acts for the operator.
  const changer = {
    ...operatorFor(merchantId),
    email: agent.email,
    address: agent.address,
    requestId: agent.requestId,
  }
  const decide: WithChange = async (tx) => {
    await decideAdminRequest(app, tx, agent, request, 'confirmed')
    const requesters = await tx.run(peopleOf.support.find, { merchantId: allMerchants, id: requestedBy.id })
    if (requesters.length === 0) throw refusals.requesterLeft()
    // Checked after the request is locked: an invitation that another agent has just confirmed is visible then.
    await requireFirstAdmin(tx, merchantId, email, app.clock.now())
    await inSameTransaction(tx)
  }
  const invited = await invitePerson(app, baseUrl, changer, { email, role: 'admin' }, { id, inSameTransaction: decide })
  if (!invited.isMailed && app.mailer !== undefined) {
    // The agent must not see the link because the mail gateway fails.
    await withdrawInvitation(app, changer, id)
    throw refusals.adminNotMailed()
  }
  return invited
}

/**
 * Withdraws a request, as any agent. `inSameTransaction`: extra writes. Refuses with 409 one that was decided or is too
 * old.
 */
export async function withdrawAdminRequest(
  app: App,
  agent: SupportSession,
  request: AdminRequest,
  inSameTransaction: WithChange,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    await decideAdminRequest(app, tx, agent, request, 'withdrawn')
    await inSameTransaction(tx)
  })
}

/** Decides a request, once. Refuses with 409 one that was decided or is too old. */
export async function decideAdminRequest(
  app: App,
  tx: Tx,
  agent: SupportSession,
  { merchantId, id }: AdminRequest,
  state: 'confirmed' | 'withdrawn',
): Promise<void> {
  const decision = { merchantId, id, state, decidedBy: agent.personId, decidedName: agent.email, now: app.clock.now() }
  if ((await tx.run(decide, decision)).length === 0) throw refusals.adminRequestDecided()
}
