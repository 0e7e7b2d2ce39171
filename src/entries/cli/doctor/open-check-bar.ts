import type { App } from '../../../platform/app/app.ts'
import { estimateRows } from '../../../platform/db/estimate-rows.ts'
import { loadProgressBars } from '../progress-bar.ts'
import { type Check, checks } from './checks.ts'

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
