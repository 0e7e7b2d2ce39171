import { requiredChecks } from '../../../../rehearsal/certificate/badge.ts'
import type { Check } from '../../../../rehearsal/certificate/checks.ts'
import type { RunDocument } from '../../../../rehearsal/certificate/wire.ts'
import { type CertifyArguments, runCommand } from '../repeat-command.ts'

/** `incomplete`: nothing failed, and some core checks were not exercised. */
type Verdict = 'passed' | 'failed' | 'incomplete'

/** What `--report` stores of a run, in both files (docs/contract/integrators.md#certificate). */
export interface Report {
  readonly verdict: Verdict
  /** The verdict in words. */
  readonly sentence: string
  /** The command that plays the whole run again. */
  readonly command: string
  readonly certificate: RunDocument
}

/** Returns the report of a finished run. */
export function reportOf(certificate: RunDocument, given: CertifyArguments): Report {
  return { ...verdictOf(certificate), command: runCommand(certificate, given), certificate }
}

function verdictOf(certificate: RunDocument): Pick<Report, 'verdict' | 'sentence'> {
  const core = requiredChecks(certificate)
  const unseen = core.filter(({ result }) => result === 'not_exercised')
  const wrong = core.filter(({ result }) => result !== 'passed' && result !== 'not_exercised')
  const rest = unseen.length === 0 ? '' : ` ${unseen.length} were not exercised: ${namesOf(unseen)}.`
  if (wrong.length > 0) {
    const sentence = `${wrong.length} of ${core.length} core checks did not pass: ${namesOf(wrong)}.${rest}`
    return { verdict: 'failed', sentence }
  }
  if (unseen.length > 0) return { verdict: 'incomplete', sentence: `None of ${core.length} core checks failed.${rest}` }
  return { verdict: 'passed', sentence: `The shop passed all ${core.length} core checks.` }
}

function namesOf(checks: readonly Check[]): string {
  return checks.map(({ check }) => check).join(', ')
}
