import { checkCharges, checkReturns } from '../../../money/charges/integrity/checks.ts'
import { checkLinks } from '../../../money/checkout/integrity/check-links.ts'
import { checkPlans } from '../../../money/collections/integrity/check-plans.ts'
import { checkDisputes } from '../../../money/disputes/integrity/check-disputes.ts'
import { checkSeals, type SealHead } from '../../../money/ledger/integrity/checks.ts'
import { checkIntegrity } from '../../../money/payments/integrity/check-integrity.ts'
import { checkSearch } from '../../../money/payments/integrity/check-search.ts'
import { checkBalances } from '../../../money/settlements/integrity/check-balances.ts'
import { checkMovements } from '../../../money/settlements/integrity/check-movements.ts'
import { checkPayouts } from '../../../money/settlements/integrity/check-payouts.ts'
import { checkSettlements } from '../../../money/settlements/integrity/check-settlements.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Examined, Finding } from '../../../platform/base/finding.ts'

/**
 * A check of all rows of one kind. It reads in one statement whatever it compares, so that a running service causes no
 * false findings.
 */
export interface Check {
  /** The checked things, in the plural. */
  readonly name: string
  /** For the progress bar: the checked table, and the time per row in microseconds. */
  readonly table: string
  readonly rowUs: number
  run(app: App): AsyncGenerator<Examined & { readonly heads?: readonly SealHead[] }>
}

/** Name of the check of search terms. */
export const searchTerms = 'search terms'

/** Longest checks first, because several run at the same time. */
export const checks: readonly Check[] = [
  { name: 'payments', table: 'payments', rowUs: 100, run: checkIntegrity },
  { name: 'plans', table: 'collections', rowUs: 60, run: checkPlans },
  { name: 'ledger entries', table: 'ledger_entries', rowUs: 5, run: checkSeals },
  { name: 'settlement lines', table: 'settlement_lines', rowUs: 15, run: checkMovements },
  { name: searchTerms, table: 'payment_search_terms', rowUs: 15, run: checkSearch },
  { name: 'charges', table: 'charges', rowUs: 4, run: checkCharges },
  { name: 'returns', table: 'returns', rowUs: 100, run: checkReturns },
  { name: 'disputes', table: 'disputes', rowUs: 60, run: checkDisputes },
  { name: 'payment links', table: 'payment_links', rowUs: 60, run: checkLinks },
  { name: 'settlements', table: 'settlements', rowUs: 60, run: checkSettlements },
  { name: 'payouts', table: 'payouts', rowUs: 60, run: checkPayouts },
  { name: 'stores by mode', table: 'stores', rowUs: 100_000, run: checkBalances },
]

/** Checks that run at the same time, so that the database and this process are both busy. */
const atOnce = 3

export interface CheckResult {
  readonly name: string
  readonly examined: number
  readonly findings: readonly Finding[]
}

export interface CheckResults {
  readonly results: readonly CheckResult[]
  /** The last seal of every merchant that has one. */
  readonly heads: readonly SealHead[]
}

/**
 * Runs all checks, and returns their results in the order of the list. `onProgress` gets the number of examined rows.
 */
export async function runChecks(
  app: App,
  onProgress: (check: Check, examined: number) => void = () => {},
): Promise<CheckResults> {
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
