import type { App } from '../../app/app.ts'
import { allMerchants, type MerchantId } from '../../base/ids.ts'
import { getMerchant } from '../../merchants/merchants.ts'
import { recordActivity } from '../activities/activities.ts'
import type { BackOffice } from '../back-office.ts'
import { refusals } from '../refusals.ts'
import { hashOf } from '../sessions/cookies.ts'
import {
  findInvitation as find,
  listInvitations as list,
  withdrawInvitation as withdraw,
} from '../store/invitations.ts'
import { peopleOf } from '../store/people.ts'
import { requireAdmin } from '../team.ts'
import { type Invitation, invitationFrom, type TeamChanger } from './invitation.ts'

/** An invitation as its link shows it. */
export interface OpenedInvitation extends Invitation {
  /** The merchant's name; undefined for support. */
  readonly place: string | undefined
  /** Whether a person has this e-mail already. That person signs in to accept. */
  readonly isKnown: boolean
}

/** Returns the open invitation of a link; undefined if it was used or withdrawn, is too old or unknown. */
export async function findInvitation(
  app: App,
  backOffice: BackOffice,
  token: string,
): Promise<OpenedInvitation | undefined> {
  const [row] = await app.db.run(find, { tokenHash: hashOf(token), backOffice, now: app.clock.now() })
  if (row === undefined) return undefined
  const invitation = invitationFrom(row)
  const { email, merchantId } = invitation
  const known = await app.db.run(peopleOf[backOffice].findByEmail, { merchantId: allMerchants, email })
  const place = backOffice === 'dashboard' ? (await getMerchant(app, merchantId)).name : undefined
  return { ...invitation, place, isKnown: known.length > 0 }
}

/** Returns open invitations, newest first. Those of support belong to `allMerchants`. */
export async function listInvitations(app: App, backOffice: BackOffice, merchantId: MerchantId): Promise<Invitation[]> {
  return (await app.db.run(list, { merchantId, backOffice, now: app.clock.now() })).map(invitationFrom)
}

/** Ends an open invitation. Refuses a person who is no admin, and an invitation that is not open. */
export async function withdrawInvitation(app: App, changer: TeamChanger, id: string): Promise<void> {
  const { merchantId, backOffice } = changer
  await app.db.transaction(async (tx) => {
    if (backOffice === 'dashboard') await requireAdmin(tx, changer)
    const [withdrawn] = await tx.run(withdraw, { merchantId, id, now: app.clock.now() })
    if (withdrawn === undefined) throw refusals.noSuchInvitation()
    const details = { email: withdrawn.email }
    await recordActivity(app, changer, { what: 'withdraw_invitation', onKind: 'invitation', onId: id, details }, tx)
  })
}
