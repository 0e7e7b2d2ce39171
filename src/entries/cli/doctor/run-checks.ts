import type { SealHead } from '../../../money/ledger/integrity/checks.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Finding } from '../../../platform/base/finding.ts'
import { type Check, checks } from './checks.ts'

/** So many go on at the same time: the server and this process each have something to do then. */
const atOnce = 3

export interface CheckResult {
  readonly name: string
  readonly examined: number
  readonly findings: readonly Finding[]
}

export interface Checked {
  readonly results: readonly CheckResult[]
  /** The last seal of every merchant that has one. */
  readonly heads: readonly SealHead[]
}

/** Runs every check, and answers what they found in the order in which they are listed. Tells how far each is by its name. */
export async function runChecks(
  app: App,
  onProgress: (check: Check, examined: number) => void = () => {},
): Promise<Checked> {
  const results = new Map<Check, CheckResult>()
  const heads = new Map<string, SealHead>()
  const waiting = checks.values()
  const worker = async (): Promise<void> => {
    for (const check of waiting) {
      let examined = 0
      const findings: Finding[] = []
      for await (const batch of check.run(app)) {
        examined += batch.checked
        findings.push(...batch.findings)
        for (const head of batch.heads ?? []) heads.set(head.merchantId, head)
        onProgress(check, examined)
      }
      results.set(check, { name: check.name, examined, findings })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { results: checks.flatMap((check) => results.get(check) ?? []), heads: [...heads.values()] }
}
