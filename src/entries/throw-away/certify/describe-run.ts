import { requiredChecks } from '../../../rehearsal/certificate/badge.ts'
import { type Check, type CheckName, type Finding, isApplicable } from '../../../rehearsal/certificate/checks.ts'
import type { ScenarioName } from '../../../rehearsal/certificate/facts.ts'
import type { CertificateAnswer } from './service-client.ts'

/** Options of `qist certify` that a finding's own command does not contain. */
export interface CertifyArguments {
  readonly idle?: string
  readonly orderCommand?: string
}

/** Returns the result of every check as text, and a summary if some were not exercised. */
export function describeRun({ certificate }: CertificateAnswer, given: CertifyArguments): string[] {
  const lines = certificate.checks.flatMap((check) => describeCheck(check, certificate, given))
  const missing = describeMissing(requiredChecks(certificate))
  return [...lines, certificate.badge, ...(missing === undefined ? [] : [missing])]
}

function describeCheck(check: Check, certificate: CertificateAnswer['certificate'], given: CertifyArguments): string[] {
  const { check: name, core, result, findings } = check
  const line = `${name.padEnd(3)} ${core ? 'core       ' : 'recommended'} ${result.replace('_', ' ')}`
  if (result === 'not_exercised') return [`${line}: ${whyNotExercised(name, certificate)}`]
  return [line, ...findings.map((finding) => describeFinding(finding, given).replaceAll(/^/gm, '    '))]
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

/** Returns a finding as text. The last line is the command that repeats it. */
export function describeFinding(finding: Finding, { idle, orderCommand }: CertifyArguments): string {
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

// Quotes a text as one word of a shell.
function quoted(text: string): string {
  return /^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** The condition under which a check is exercised, and its scenario. */
type Need = readonly [what: string, scenario?: ScenarioName]

const capturesElsewhere = 'and a capture in another scenario'

const needs: Readonly<Record<CheckName, Need>> = {
  M1: ['a capture or refund'],
  M2: ['a call that is repeated after its answer was lost', 'lost-answer'],
  M3: ['a capture', 'lost-answer'],
  M4: ['a capture or refund with a reference_id'],
  M5: ['a capture with a reference_id that M2 does not object to', 'conflict'],
  W1: ['a call of the shop'],
  W2: ['a notification that reaches the shop'],
  W3: ['a capture with a reference_id after notifications', 'duplicate'],
  W4: [`both notifications received, ${capturesElsewhere}`, 'closed-first'],
  W5: [`a notification received, ${capturesElsewhere}`, 'forged'],
  P1: ['a capture of a payment that is paid'],
  P2: [`a success address that can be visited, ${capturesElsewhere}`, 'redirect'],
  P3: [`a session, ${capturesElsewhere}`, 'rejected'],
  P4: [`a session, ${capturesElsewhere}`, 'ended'],
  M6: ['a capture', 'rate-limit'],
  M7: ['a capture', 'broken'],
  M8: ['a call that is refused for good', 'refused'],
  M9: ['a capture, and a shop that repeats those whose answer was lost', 'slow'],
  W6: ['a store whose notifications are signed, and an answer to one', 'signature'],
  W7: ['a session', 'dropped'],
  W8: ['notifications received, and a capture', 'plain'],
  P5: ['two sessions of one order, the second of which is captured', 'abandoned'],
  P6: ['a payment that is captured or closed', 'plain'],
  P7: ['a capture of a part', 'parts'],
  P8: ['live keys, and a refund while a dispute is open', 'disputed'],
  S1: ['a call with the secret key'],
  S2: ['a session, and a shop that captures', 'unknown-member'],
  S3: ['a list that is longer than the page that was read of it'],
}

/** Returns why a check was not exercised, as a clause. */
export function whyNotExercised(name: CheckName, { profile, scenarios }: CertificateAnswer['certificate']): string {
  if (!isApplicable(name, profile)) return 'asked only with --profile webhooks'
  const [what, scenario] = needs[name]
  if (scenario === undefined) return `needs ${what}`
  const isPlayed = scenarios.some((one) => one.name === scenario && one.status === 'finished')
  return `needs scenario ${scenario}${isPlayed ? '' : ', which was not played'}: ${what}`
}
