import { isFactorRequiredAt } from '../../../platform/merchants/merchants.ts'
import { listInvitations } from '../../../platform/people/invitations/invitations.ts'
import { teamProblemOf } from '../../../platform/people/pages/team-problems.ts'
import { listTeam } from '../../../platform/people/team.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { storeTimesOf } from '../times.ts'
import { type TeamNotice, teamPage } from './views/team.ts'

/** Returns the page of the team with the outcome of a form. */
export async function showTeam(visit: Visit, notice: TeamNotice): Promise<Answer> {
  const { app, session } = visit
  const { merchantId } = session
  const [members, invitations, isFactorRequired, times] = await Promise.all([
    listTeam(app, merchantId),
    listInvitations(app, 'dashboard', merchantId),
    isFactorRequiredAt(app, merchantId),
    storeTimesOf(visit),
  ])
  return teamPage(visit, { members, invitations, isFactorRequired, times, notice })
}

/** Returns the team's page with the reason of a refusal. Throws all other errors. */
export async function refusedTeam(visit: Visit, error: unknown, fields: Fields): Promise<Answer> {
  const { problem, status } = teamProblemOf(error)
  return { ...(await showTeam(visit, { problem, fields })), status }
}
