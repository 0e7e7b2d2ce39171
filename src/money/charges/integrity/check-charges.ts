import type { App } from '../../../platform/app/app.ts'
import { type Examined, maxDifferences } from '../../../platform/base/finding.ts'
import { formatMoney } from '../../../platform/base/money.ts'
import { paymentFinding } from './payment-finding.ts'
import { countCharges, listUncollected } from './store.ts'

/** Holds what cards were charged for each payment against what its ledger has collected, charge by charge. Repairs nothing. */
export async function* checkCharges(app: App): AsyncGenerator<Examined> {
  const rows = await app.db.run(listUncollected, { limit: maxDifferences })
  const [counted] = await app.db.run(countCharges, {})
  const findings = rows.map((row) => {
    const [told, posted] = [row.told, row.posted].map((of) =>
      of.map((minor) => formatMoney(minor, row.currency)).join(', '),
    )
    return paymentFinding(
      row,
      `cards were charged ${told || 'nothing'}, the ledger has collected ${posted || 'nothing'}`,
    )
  })
  yield { checked: Number(counted?.charges ?? 0), findings }
}
