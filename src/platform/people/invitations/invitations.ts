import type { App } from '../../app/app.ts'
import { allMerchants, type MerchantId } from '../../base/ids.ts'
import { getMerchant } from '../../merchants/merchants.ts'
import { recordActivity } from '../activities/activities.ts'
import type { BackOffice } from '../back-office.ts'
import { refusals } from '../refusals.ts'
import { hashOf } from '../sessions/cookies.ts'
import { findInvitation as find, listInvitations as list, withdrawInvitation as withdraw } from '../store/invitations.ts'
import { peopleOf } from '../store/people.ts'
import { requireAdmin } from '../team.ts'
import { type Invitation, invitationFrom, type TeamChanger } from './invitation.ts'

/** An invitation as whoever has its link sees it. */
export interface OpenedInvitation extends Invitation {
  /** The merchant's name; undefined for support. */
  readonly place: string | undefined
  /** Whether there is somebody of this e-mail, who signs in to accept it. */
  readonly isKnown: boolean
}

/** The invitation of a link; undefined where it was used or withdrawn, is too old, or never was. */
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

/** Who was asked and has not come yet, the newest first; support's are of `allMerchants`. */
export async function listInvitations(app: App, backOffice: BackOffice, merchantId: MerchantId): Promise<Invitation[]> {
  return (await app.db.run(list, { merchantId, backOffice, now: app.clock.now() })).map(invitationFrom)
}

/** Makes an invitation's link useless. Refuses who is no admin, and one that is not open. */
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
