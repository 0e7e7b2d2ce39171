import { checkDecisions } from '../../../money/checkout/sessions/decisions.ts'
import { findMissingHeads } from '../../../money/ledger/integrity/checks.ts'
import { checkVisitFigures } from '../../../money/checkout/figures/visit-figures.ts'
import { checkCounts } from '../../../money/payments/counted-list/payment-counts.ts'
import { checkFigures } from '../../../money/payments/figures/figures.ts'
import type { App } from '../../../platform/app/app.ts'
import { estimateRows } from '../../../platform/db/estimate-rows.ts'
import { loadProgressBars } from '../progress-bar.ts'
import { type Check, checks, runChecks } from './checks.ts'
import type { Examination } from './report.ts'

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

/** Says in words which counts and figures that are kept differ from what they are of, at most `limit` times of each kind. Empty: all is well. */
export async function checkAllCounts(app: App, limit: number): Promise<string[]> {
  return [
    ...(await checkCounts(app, limit)),
    ...(await checkFigures(app, limit)),
    ...(await checkVisitFigures(app, limit)),
  ]
}

interface CheckBar {
  tell(check: Check, examined: number): void
  end(): void
}

/** A bar that fills as the checks go on. */
export async function openCheckBar(app: App): Promise<CheckBar> {
  const openBar = await loadProgressBars()
  const rows = process.stderr.isTTY
    ? await estimateRows(
        app.db,
        checks.map(({ table }) => table),
      )
    : new Map<string, number>()
  const costs = checks.map(({ table, rowUs }) => (rows.get(table) ?? 0) * rowUs)
  const done = new Map<Check, number>()
  const bar = openBar(
    'Examining',
    costs.reduce((sum, cost) => sum + cost, 1),
  )
  return {
    tell(check, examined) {
      done.set(check, examined * check.rowUs)
      const doneUs = [...done.values()].reduce((sum, cost) => sum + cost, 0)
      bar.tell(doneUs, `${examined.toLocaleString('en')} ${check.name}`)
    },
    end: bar.end,
  }
}
