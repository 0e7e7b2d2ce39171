import { checks } from '../../../rehearsal/certificate/checks.ts'
import type { CertificateAnswer } from '../certify/service-client.ts'
import { fittingRows } from './pieces.ts'

/** The room for findings. The reasons of all checks need up to 8,000 characters besides. */
const findingsChars = 15_000

interface DescribeOptions {
  /** Position of the first finding to answer; without it none is answered. */
  readonly from?: number
}

/** Returns a run for an agent: the results by check, and as many findings as fit, each with its requirement. */
export function describeCertificate({ certificate }: CertificateAnswer, { from }: DescribeOptions) {
  const { checks: judged, scenarios, ...run } = certificate
  const results = judged.map(({ findings: _findings, ...check }) => check)
  const findings = judged.flatMap(({ check, core, result, findings: found }) =>
    found.map((finding) => ({ check, core, result, requirement: `The shop ${checks[check].asks}.`, ...finding })),
  )
  const rest = from === undefined ? [] : findings.slice(from)
  const shown = fittingRows(rest, findingsChars)
  const next = (from ?? 0) + shown.length
  return {
    ...run,
    scenarios,
    ...(from !== undefined && {
      ...{ results, findings: shown },
      next_finding: next < findings.length ? next : null,
    }),
  }
}
