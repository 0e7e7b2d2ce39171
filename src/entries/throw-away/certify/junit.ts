import type { Check, Result } from '../../../rehearsal/certificate/checks.ts'
import { type CertifyArguments, describeFinding, whyNotExercised } from './describe-run.ts'
import type { CertificateAnswer } from './service-client.ts'

/**
 * Returns the checks of a finished run as JUnit XML. Checks that were not exercised are skipped, and only failed ones
 * are failures.
 */
export function junitReport({ certificate }: CertificateAnswer, given: CertifyArguments = {}): string {
  const { checks } = certificate
  const count = (result: Result): number => checks.filter((check) => check.result === result).length
  const numbers = `tests="${checks.length}" failures="${count('failed')}" skipped="${count('not_exercised')}"`
  const cases = checks.map((check) => testCase(check, certificate, given)).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${numbers}>\n<testsuite name="qist certify" ${numbers}>\n${cases}</testsuite>\n</testsuites>\n`
}

function testCase(check: Check, certificate: CertificateAnswer['certificate'], given: CertifyArguments): string {
  const name = `name="${escapeXml(check.check)}" classname="qist.certify.${check.core ? 'core' : 'recommended'}"`
  const inside = insideOf(check, certificate, given)
  return inside === '' ? `<testcase ${name}/>\n` : `<testcase ${name}>${inside}</testcase>\n`
}

function insideOf(check: Check, certificate: CertificateAnswer['certificate'], given: CertifyArguments): string {
  const { result, findings } = check
  const sentences = escapeXml(findings.map(({ sentence }) => sentence).join(' '))
  if (result === 'not_exercised') return `<skipped message="${escapeXml(whyNotExercised(check.check, certificate))}"/>`
  const details = escapeXml(findings.map((finding) => describeFinding(finding, given)).join('\n\n'))
  if (result === 'failed') return `<failure message="${sentences}">${details}</failure>`
  return details === '' ? '' : `<system-out>${result}: ${details}</system-out>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// XML allows neither control characters nor lone surrogates.
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}
