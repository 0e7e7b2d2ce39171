import { teamProblemOf } from '../../../platform/people/pages/team-problems.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { showTeam } from './view-team.ts'

/** The team's page, saying why nothing was done; throws what is no reason that people are told. */
export async function refusedTeam(visit: Visit, error: unknown, fields: Fields): Promise<Answer> {
  const { problem, status } = teamProblemOf(error)
  return { ...(await showTeam(visit, { problem, fields })), status }
}
