import { Refusal } from '../../../platform/base/refusals.ts'
import { refusals } from '../../../platform/people/refusals.ts'

/** Why nobody was invited as a merchant's first admin. */
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

const problems: Readonly<Record<string, AdminProblem>> = {
  [refusals.noEmail.text]: 'noEmail',
  [refusals.alreadyMember.text]: 'alreadyMember',
  [refusals.tooManyInvitations.text]: 'tooManyInvitations',
  [refusals.hasAdmin.text]: 'hasAdmin',
  [refusals.agentInvited.text]: 'agentInvited',
  [refusals.adminRequestWaits.text]: 'requestWaits',
  [refusals.adminRequestDecided.text]: 'requestDecided',
  [refusals.requesterLeft.text]: 'requesterLeft',
  [refusals.adminNotMailed.text]: 'notMailed',
}

/** Returns the problem, and the status of the page that shows it. Throws any other error again. */
export function adminProblemOf(error: unknown): { readonly problem: AdminProblem; readonly status: 409 | 422 } {
  const problem = error instanceof Refusal ? problems[error.message] : undefined
  if (problem === undefined) throw error
  return { problem, status: problem === 'noEmail' || problem === 'agentInvited' ? 422 : 409 }
}
