import type { App } from '../../app/app.ts'
import { newOrderedId } from '../../base/ids.ts'
import { day } from '../../base/times.ts'
import type { WithChange } from '../../db/db.ts'
import { getMerchant } from '../../merchants/merchants.ts'
import { recordActivity } from '../activities/activities.ts'
import { parseEmail } from '../email.ts'
import { refusals } from '../refusals.ts'
import type { Role } from '../roles.ts'
import { hashOf, newToken } from '../sessions/cookies.ts'
import { countInvitations, insertInvitation, withdrawInvitations } from '../store/invitations.ts'
import { peopleOf } from '../store/people.ts'
import { requireAdmin } from '../team.ts'
import { invitationRules, isAtCommandLine, linkOf, type TeamChanger } from './invitation.ts'
import { invitationMail } from './mail.ts'

export interface Invited {
  readonly id: string
  readonly email: string
  /** Works once. It is not stored and cannot be shown again. */
  readonly link: string
  /** Whether the mail was sent. If not, the inviting person hands over the link. */
  readonly isMailed: boolean
}

/** An invitation that was requested before. */
interface RequestedInvitation {
  readonly id: string
  /** Extra writes before the invitation is made. If they throw, nobody is invited. */
  readonly inSameTransaction: WithChange
}

/**
 * Invites a person to the changer's back office: to the merchant in a role, or to support, which has no roles.
 * Withdraws earlier invitations of the same e-mail. Refuses a text that is no e-mail, a member of the team,
 * and the fifty-first invitation of a day.
 */
export async function invitePerson(
  app: App,
  baseUrl: string,
  changer: TeamChanger,
  invitee: { readonly email: string; readonly role: Role | undefined },
  requested?: RequestedInvitation,
): Promise<Invited> {
  const { backOffice, merchantId } = changer
  const { role } = invitee
  const email = parseEmail(invitee.email)
  if (email === undefined) throw refusals.noEmail()
  const token = newToken()
  const id = requested?.id ?? newOrderedId()
  const now = app.clock.now()
  await app.db.transaction(async (tx) => {
    await requested?.inSameTransaction(tx)
    const isThere =
      backOffice === 'dashboard'
        ? (await requireAdmin(tx, changer)).some((member) => member.email === email)
        : (await tx.run(peopleOf.support.findByEmail, { merchantId, email })).length > 0
    if (isThere) throw refusals.alreadyMember()
    const [counted] = await tx.run(countInvitations, { merchantId, backOffice, since: now - day })
    if ((counted?.invitations ?? 0) >= invitationRules.perDay) throw refusals.tooManyInvitations()
    await tx.run(withdrawInvitations, { merchantId, backOffice, email, now })
    const until = { created_at: now, ends_at: now + invitationRules.lifetimeMs }
    const whose = {
      merchant_id: merchantId,
      id,
      desk: backOffice,
      email,
      role: role ?? null,
      invited_by: changer.email,
    }
    await tx.run(insertInvitation, { ...whose, ...until, token_hash: hashOf(token) })
    const details = { email, role: role ?? null }
    await recordActivity(app, changer, { what: 'invite_person', onKind: 'invitation', onId: id, details }, tx)
  })
  const link = linkOf(baseUrl, backOffice, token)
  return { id, email, link, isMailed: await mail(app, changer, { id, email, link }) }
}

async function mail(
  app: App,
  changer: TeamChanger,
  { id, email, link }: { readonly id: string; readonly email: string; readonly link: string },
): Promise<boolean> {
  if (app.mailer === undefined) return false
  const { backOffice, merchantId } = changer
  const place = backOffice === 'dashboard' ? (await getMerchant(app, merchantId)).name : undefined
  const text = invitationMail({ place, invitedBy: isAtCommandLine(changer) ? undefined : changer.email, link })
  try {
    await app.mailer.send({ merchantId, to: email, about: id, at: app.clock.now(), ...text })
    return true
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    app.log.error({ invitation_id: id, reason }, 'invitation not mailed')
    return false
  }
}
