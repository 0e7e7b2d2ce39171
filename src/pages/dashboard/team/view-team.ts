import { listInvitations } from '../../../platform/people/invitations/invitations.ts'
import type { TeamProblem } from '../../../platform/people/pages/team-problems.ts'
import { listTeam } from '../../../platform/people/team.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { storeTimesOf } from '../store-times.ts'
import { teamPage } from './views/team.ts'

/** What the page says of a form that was sent to it. */
export interface SaidOfTeam {
  readonly done?: string | undefined
  readonly problem?: TeamProblem
  readonly fields?: Fields
}

/** The merchant's people, and whom they asked. */
export async function viewTeam(visit: Visit): Promise<Answer> {
  return showTeam(visit, { done: visit.query('done') })
}

/** Their page, with what it says of a form. */
export async function showTeam(visit: Visit, said: SaidOfTeam): Promise<Answer> {
  const { app, session } = visit
  const { merchantId } = session
  const [members, invitations, times] = await Promise.all([
    listTeam(app, merchantId),
    listInvitations(app, 'dashboard', merchantId),
    storeTimesOf(visit),
  ])
  return teamPage(visit, { members, invitations, times, said })
}
