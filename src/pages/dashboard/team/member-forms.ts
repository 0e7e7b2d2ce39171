import { parseId } from '../../../platform/base/ids.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { proofPage } from '../../../platform/people/pages/proof-page.ts'
import { roles } from '../../../platform/people/roles.ts'
import { changeRole, listTeam, type Member, removeMember } from '../../../platform/people/team.ts'
import { isolated } from '../../../platform/ui/words/lang.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { refusedTeam } from './refused-team.ts'

/** Gives a member another role, once that was asked. */
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
  const asked = await proofPage(visit, fields)
  if (asked !== undefined) return asked
  try {
    await changeRole(app, session, member.personId, role)
  } catch (error) {
    return refusedTeam(visit, error, fields)
  }
  return { goTo: visit.address('team', { done: 'role' }) }
}

/** Takes a member out of the team, once that was asked. */
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
  const asked = await proofPage(visit, fields)
  if (asked !== undefined) return asked
  try {
    await removeMember(app, session, personId)
  } catch (error) {
    return refusedTeam(visit, error, fields)
  }
  return { goTo: visit.address('team', { done: 'removed' }) }
}

// Of this merchant's people only: nobody else is there.
async function findMember({ app, session }: Visit, fields: Fields): Promise<Member> {
  const id = parseId(fields['person'] ?? '')
  const member = (await listTeam(app, session.merchantId)).find(({ personId }) => personId === id)
  if (member === undefined) throw refusals.noSuchPage()
  return member
}
