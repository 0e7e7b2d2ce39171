import { checkVisitFigures } from '../../../money/checkout/figures/visit-figures.ts'
import { checkDecisions } from '../../../money/checkout/sessions/decisions.ts'
import { findMissingHeads } from '../../../money/ledger/integrity/checks.ts'
import { checkCounts } from '../../../money/payments/counted-list/payment-counts.ts'
import { checkFigures } from '../../../money/payments/figures/figures.ts'
import type { App } from '../../../platform/app/app.ts'
import { estimateRows } from '../../../platform/db/estimate-rows.ts'
import { loadProgressBars } from '../progress-bar.ts'
import { type Check, checks, runChecks } from './checks.ts'
import type { Examination } from './report.ts'

/** Most wrong counts that are named. `--recount` repairs all. */
const maxWrongCounts = 20
const maxWrongDecisions = 20

/** Runs all checks, and checks whether the chains have the expected seals. Repairs nothing. Shows a progress bar. */
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

/** Returns sentences about stored counts and figures that are wrong, at most `limit` of each kind. */
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

/** Opens a progress bar over all checks. */
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
