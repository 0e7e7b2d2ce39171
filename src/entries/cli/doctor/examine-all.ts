import { checkDecisions } from '../../../money/checkout/sessions/decisions.ts'
import { findMissingHeads } from '../../../money/ledger/integrity/checks.ts'
import type { App } from '../../../platform/app/app.ts'
import { checkAllCounts } from './check-all-counts.ts'
import { openCheckBar } from './open-check-bar.ts'
import type { Examination } from './report.ts'
import { runChecks } from './run-checks.ts'

/** More wrong counts than this are not named: `--recount` mends them all. */
const maxWrongCounts = 20
const maxWrongDecisions = 20

/** Looks at everything, and whether the chains have these seals. Repairs nothing; shows how far it is. */
export async function examineAll(app: App, expectHead: readonly Buffer[] = []): Promise<Examination> {
  const bar = await openCheckBar(app)
  try {
    const checked = await runChecks(app, bar.tell)
    const missing = await findMissingHeads(app, expectHead)
    return {
      ...checked,
      decisions: await checkDecisions(app, maxWrongDecisions),
      counts: await checkAllCounts(app, maxWrongCounts),
      missingHeads: missing.map((hash) => hash.toString('hex')),
    }
  } finally {
    bar.end()
  }
}
