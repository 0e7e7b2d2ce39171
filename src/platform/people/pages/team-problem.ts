import { Refusal } from '../../base/refusals.ts'
import { refusals } from '../refusals.ts'

/** Why a team was not changed, as people are told it. */
export type TeamProblem = 'noEmail' | 'alreadyMember' | 'tooManyInvitations' | 'lastAdmin' | 'gone'

const problems: Readonly<Record<string, TeamProblem>> = {
  [refusals.noEmail.text]: 'noEmail',
  [refusals.alreadyMember.text]: 'alreadyMember',
  [refusals.tooManyInvitations.text]: 'tooManyInvitations',
  [refusals.lastAdmin.text]: 'lastAdmin',
  [refusals.noSuchMember.text]: 'gone',
  [refusals.noSuchInvitation.text]: 'gone',
}

/** Why, and with which status it is told. Throws what is no reason that people are told. */
export function teamProblemOf(error: unknown): { readonly problem: TeamProblem; readonly status: 409 | 422 } {
  const problem = error instanceof Refusal ? problems[error.message] : undefined
  if (problem === undefined) throw error
  return { problem, status: problem === 'noEmail' ? 422 : 409 }
}
