import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { getMerchant } from '../../merchants/merchants.ts'
import type { BackOffice } from '../back-office.ts'
import { hashOf } from '../sessions/cookies.ts'
import { findInvitation as find } from '../store/invitations.ts'
import { peopleOf } from '../store/people.ts'
import { type Invitation, invitationFrom } from './invitation.ts'

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
