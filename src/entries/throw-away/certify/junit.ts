import { checks as definitions, type ReportedCheck } from '../../../rehearsal/certificate/checks.ts'
import { describeFindings } from './findings.ts'
import type { CertifyArguments } from './repeat-command.ts'
import type { CertificateAnswer } from './service-client.ts'

/**
 * Returns the checks of a finished run as JUnit XML. Checks that were not exercised are skipped with the reason. Only
 * failed core checks are failures: other findings are the output of a passed test, with the result as its property.
 */
export function junitReport({ certificate }: CertificateAnswer, given: CertifyArguments = {}): string {
  const { checks } = certificate
  const failures = checks.filter(isFailure).length
  const skipped = checks.filter(({ result }) => result === 'not_exercised').length
  const numbers = `tests="${checks.length}" failures="${failures}" skipped="${skipped}"`
  const cases = checks.map((check) => testCase(check, given)).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${numbers}>\n<testsuite name="qist certify" ${numbers}>\n${cases}</testsuite>\n</testsuites>\n`
}

function isFailure({ core, result }: ReportedCheck): boolean {
  return core && result === 'failed'
}

function testCase(check: ReportedCheck, given: CertifyArguments): string {
  const title = `${check.check}: ${definitions[check.check].asks}`
  const name = `name="${escapeXml(title)}" classname="qist.certify.${check.core ? 'core' : 'recommended'}"`
  const inside = insideOf(check, given)
  return inside === '' ? `<testcase ${name}/>\n` : `<testcase ${name}>${inside}</testcase>\n`
}

function insideOf(check: ReportedCheck, given: CertifyArguments): string {
  const { result, findings, reason = '' } = check
  if (result === 'not_exercised') return `<skipped message="${escapeXml(reason)}"/>`
  if (findings.length === 0) return ''
  const details = escapeXml(describeFindings(check, given).join('\n'))
  if (!isFailure(check)) {
    const properties = `<properties><property name="result" value="${result}"/></properties>`
    return `${properties}<system-out>${result}\n${details}</system-out>`
  }
  const sentences = [...new Set(findings.map(({ sentence }) => sentence))].join(' ')
  return `<failure message="${escapeXml(sentences)}">${details}</failure>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// XML allows neither control characters nor lone surrogates.
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}
