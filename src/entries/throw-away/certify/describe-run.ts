import { requiredChecks } from '../../../rehearsal/certificate/badge.ts'
import type { Check, ReportedCheck } from '../../../rehearsal/certificate/checks.ts'
import { describeFindings } from './findings.ts'
import type { CertifyArguments } from './repeat-command.ts'
import type { CertificateAnswer } from './service-client.ts'

/** Returns the result of every check as text, and a summary if some were not exercised. */
export function describeRun({ certificate }: CertificateAnswer, given: CertifyArguments): string[] {
  const lines = certificate.checks.flatMap((check) => describeCheck(check, given))
  const missing = describeMissing(requiredChecks(certificate))
  return [...lines, certificate.badge, ...(missing === undefined ? [] : [missing])]
}

function describeCheck(check: ReportedCheck, given: CertifyArguments): string[] {
  const { check: name, core, result, reason } = check
  const line = `${name.padEnd(3)} ${core ? 'core       ' : 'recommended'} ${result.replace('_', ' ')}`
  return [
    reason === undefined ? line : `${line}: ${reason}`,
    ...describeFindings(check, given).map((text) => `    ${text}`),
  ]
}

// The exit code does not distinguish failed checks from checks that were not exercised.
function describeMissing(held: readonly Check[]): string | undefined {
  const unseen = held.filter(({ result }) => result === 'not_exercised').length
  const wrong = held.filter(({ result }) => result !== 'passed').length - unseen
  if (unseen === 0) return undefined
  const was = unseen === 1 ? 'was' : 'were'
  if (wrong === 0) return `nothing failed; ${unseen} core ${unseen === 1 ? 'check' : 'checks'} ${was} not exercised`
  return `${wrong} of the core checks ${wrong === 1 ? 'has' : 'have'} findings; ${unseen} ${was} not exercised`
}
