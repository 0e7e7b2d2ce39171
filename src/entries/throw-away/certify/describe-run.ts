import { requiredChecks } from '../../../rehearsal/certificate/badge.ts'
import type { Check, Finding } from '../../../rehearsal/certificate/checks.ts'
import type { CertificateAnswer } from './certificate-answer.ts'
import { whyNotExercised } from './why-not-exercised.ts'

/** What was said to `qist certify` that a finding's own command does not have. */
export interface Given {
  readonly idle?: string
  readonly orderCommand?: string
}

/** What came of every check for people, and how it stands where that is not all. */
export function describeRun({ certificate }: CertificateAnswer, given: Given): string[] {
  const lines = certificate.checks.flatMap((check) => describeCheck(check, certificate, given))
  const missing = describeMissing(requiredChecks(certificate))
  return [...lines, certificate.badge, ...(missing === undefined ? [] : [missing])]
}

function describeCheck(check: Check, certificate: CertificateAnswer['certificate'], given: Given): string[] {
  const { check: name, core, result, findings } = check
  const line = `${name.padEnd(3)} ${core ? 'core       ' : 'recommended'} ${result.replace('_', ' ')}`
  if (result === 'not_exercised') return [`${line}: ${whyNotExercised(name, certificate)}`]
  return [line, ...findings.map((finding) => describeFinding(finding, given).replaceAll(/^/gm, '    '))]
}

// The exit code is the same whether something was wrong or not seen.
function describeMissing(held: readonly Check[]): string | undefined {
  const unseen = held.filter(({ result }) => result === 'not_exercised').length
  const wrong = held.filter(({ result }) => result !== 'passed').length - unseen
  if (unseen === 0) return undefined
  const was = unseen === 1 ? 'was' : 'were'
  if (wrong === 0) return `nothing failed; ${unseen} core ${unseen === 1 ? 'check' : 'checks'} ${was} not exercised`
  return `${wrong} of the core checks ${wrong === 1 ? 'has' : 'have'} findings; ${unseen} ${was} not exercised`
}

/** A finding for people, in a few lines; the last one plays it again as it was played. */
export function describeFinding(finding: Finding, { idle, orderCommand }: Given): string {
  const ids = [...finding.request_ids, ...finding.webhook_ids]
  const evidence = ids.length === 0 ? [] : [`seen in ${ids.join(', ')}`]
  const options = [
    ...(idle === undefined ? [] : [` --idle ${quoted(idle)}`]),
    ...(orderCommand === undefined ? [] : [` --order-command ${quoted(orderCommand)}`]),
  ]
  return [finding.sentence, ...evidence, finding.advice, finding.guide, [finding.command, ...options].join('')].join(
    '\n',
  )
}

// As one word of a shell's.
function quoted(text: string): string {
  return /^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
