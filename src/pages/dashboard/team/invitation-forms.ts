import { parseId } from '../../../platform/base/ids.ts'
import { withdrawInvitation } from '../../../platform/people/invitations/invitations.ts'
import { invitePerson } from '../../../platform/people/invitations/invite-person.ts'
import { proofPage } from '../../../platform/people/pages/proof-page.ts'
import { secretPage } from '../../../platform/people/pages/shown-secret.ts'
import { roles } from '../../../platform/people/roles.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { refusedTeam } from './refused-team.ts'

/** Invites somebody: the link goes by mail, or is shown this once where nobody reads mail: without a gateway, and in a sandbox. */
export async function submitInvite(visit: Visit, fields: Fields): Promise<Answer> {
  const { api, app, session, words } = visit
  const { texts } = words
  const role = roles.find((one) => one === fields['role'])
  if (role === undefined) throw refusals.noSuchPage()
  const asked = await proofPage(visit, fields)
  if (asked !== undefined) return asked
  try {
    const invited = await invitePerson(app, api.baseUrl(), session, { email: fields['email'] ?? '', role })
    if (invited.isMailed && app.config.mode === 'production')
      return { goTo: visit.address('team', { done: 'invited' }) }
    const lead = texts.invitationLead(invited.email)
    return secretPage(visit, { title: texts.invitationLink, lead, secret: invited.link, back: 'team' })
  } catch (error) {
    return refusedTeam(visit, error, fields)
  }
}

/** Takes an invitation back. */
export async function submitWithdraw(visit: Visit, fields: Fields): Promise<Answer> {
  const id = parseId(fields['invitation'] ?? '')
  if (id === undefined) throw refusals.noSuchPage()
  try {
    await withdrawInvitation(visit.app, visit.session, id)
  } catch (error) {
    return refusedTeam(visit, error, fields)
  }
  return { goTo: visit.address('team', { done: 'withdrawn' }) }
}
