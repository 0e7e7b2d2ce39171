import { Refusal } from '../../base/refusals.ts'
import { refusals } from '../refusals.ts'

/** Why a team was not changed, as a page words it. */
export type TeamProblem = 'noEmail' | 'alreadyMember' | 'tooManyInvitations' | 'lastAdmin' | 'noFactor' | 'gone'

/** The reasons for which a merchant's first admin was not invited, as a page words them. */
export type AdminProblem =
  | 'noEmail'
  | 'alreadyMember'
  | 'tooManyInvitations'
  | 'hasAdmin'
  | 'agentInvited'
  | 'requestWaits'
  | 'requestDecided'
  | 'requesterLeft'
  | 'notMailed'

/** A problem, and the status of the page that shows it. */
interface PageProblem<Problem> {
  readonly problem: Problem
  readonly status: 409 | 422
}

const invitationProblems = {
  [refusals.noEmail.text]: 'noEmail',
  [refusals.alreadyMember.text]: 'alreadyMember',
  [refusals.tooManyInvitations.text]: 'tooManyInvitations',
} as const

const teamProblems: Readonly<Record<string, TeamProblem>> = {
  ...invitationProblems,
  [refusals.lastAdmin.text]: 'lastAdmin',
  [refusals.adminWithoutFactor.text]: 'noFactor',
  [refusals.noSuchMember.text]: 'gone',
  [refusals.noSuchInvitation.text]: 'gone',
}

const adminProblems: Readonly<Record<string, AdminProblem>> = {
  ...invitationProblems,
  [refusals.hasAdmin.text]: 'hasAdmin',
  [refusals.agentInvited.text]: 'agentInvited',
  [refusals.adminRequestWaits.text]: 'requestWaits',
  [refusals.adminRequestDecided.text]: 'requestDecided',
  [refusals.requesterLeft.text]: 'requesterLeft',
  [refusals.adminNotMailed.text]: 'notMailed',
}

/** Returns the problem of a team's form. Throws any other error again. */
export function teamProblemOf(error: unknown): PageProblem<TeamProblem> {
  return problemIn(teamProblems, error)
}

/** Returns the problem of a form about a first admin. Throws any other error again. */
export function adminProblemOf(error: unknown): PageProblem<AdminProblem> {
  return problemIn(adminProblems, error)
}

function problemIn<Problem extends string>(
  problems: Readonly<Record<string, Problem>>,
  error: unknown,
): PageProblem<Problem> {
  const problem = error instanceof Refusal ? problems[error.message] : undefined
  if (problem === undefined) throw error
  return { problem, status: problem === 'noEmail' || problem === 'agentInvited' ? 422 : 409 }
}
