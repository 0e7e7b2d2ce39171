import { parseId } from '../../../platform/base/ids.ts'
import { withdrawInvitation } from '../../../platform/people/invitations/invitations.ts'
import { invitePerson } from '../../../platform/people/invitations/invite-person.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { proofPage } from '../../../platform/people/pages/proof-page.ts'
import { secretPage } from '../../../platform/people/pages/shown-secret.ts'
import { roles } from '../../../platform/people/roles.ts'
import type { Member } from '../../../platform/people/team.ts'
import { changeRole, listTeam, removeMember } from '../../../platform/people/team.ts'
import { isolated } from '../../../platform/ui/words/lang.ts'
import type { Answer, Fields, Section, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { submitFactor } from './factor-form.ts'
import { refusedTeam, showTeam } from './team-page.ts'

/** The merchant's members with their roles, and open invitations. */
export const team: Section = {
  pages: [{ path: '/team', permission: 'see_team', view: viewTeam }],
  forms: [
    { path: '/team/invite', permission: 'change_team', submit: submitInvite },
    { path: '/team/withdraw', permission: 'change_team', submit: submitWithdraw },
    { path: '/team/role', permission: 'change_team', submit: submitRole },
    { path: '/team/remove', permission: 'change_team', submit: submitRemove },
    { path: '/team/second-factor', permission: 'change_team', submit: submitFactor },
  ],
}

/** Shows the members and the invitations. */
export async function viewTeam(visit: Visit): Promise<Answer> {
  return showTeam(visit, { done: visit.query('done') })
}

/** Invites a person by mail. Without a mail gateway, and in a sandbox, the page shows the link once. */
export async function submitInvite(visit: Visit, fields: Fields): Promise<Answer> {
  const { api, app, session, words } = visit
  const { texts } = words
  const role = roles.find((one) => one === fields['role'])
  if (role === undefined) throw refusals.noSuchPage()
  const question = await proofPage(visit, fields)
  if (question !== undefined) return question
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

/** Withdraws an invitation. */
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

/** Changes a member's role after a confirmation. */
export async function submitRole(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, session, words } = visit
  const { texts } = words
  const member = await findMember(visit, fields)
  const role = roles.find((one) => one === fields['role'])
  if (role === undefined) throw refusals.noSuchPage()
  if (role === member.role) return { goTo: visit.address('team') }
  if (!isConfirmed(fields)) {
    return askPage(visit, {
      title: texts.changeRole,
      sentence: texts.askRole(isolated(member.email), texts.roles[role], texts.roleLeads[role]),
      label: texts.changeRole,
      to: 'team/role',
      back: 'team',
      fields: { person: member.personId, role },
    })
  }
  const question = await proofPage(visit, fields)
  if (question !== undefined) return question
  try {
    await changeRole(app, session, member.personId, role)
  } catch (error) {
    return refusedTeam(visit, error, fields)
  }
  return { goTo: visit.address('team', { done: 'role' }) }
}

/** Removes a member after a confirmation. */
export async function submitRemove(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, session, words } = visit
  const { texts } = words
  const { personId, email } = await findMember(visit, fields)
  if (!isConfirmed(fields)) {
    return askPage(visit, {
      title: texts.removeMember,
      sentence: texts.askRemove(isolated(email)),
      label: texts.removeMember,
      to: 'team/remove',
      back: 'team',
      fields: { person: personId },
    })
  }
  const question = await proofPage(visit, fields)
  if (question !== undefined) return question
  try {
    await removeMember(app, session, personId)
  } catch (error) {
    return refusedTeam(visit, error, fields)
  }
  return { goTo: visit.address('team', { done: 'removed' }) }
}

// Throws 404 for a person of another merchant.
async function findMember({ app, session }: Visit, fields: Fields): Promise<Member> {
  const id = parseId(fields['person'] ?? '')
  const member = (await listTeam(app, session.merchantId)).find(({ personId }) => personId === id)
  if (member === undefined) throw refusals.noSuchPage()
  return member
}
