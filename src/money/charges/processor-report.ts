import { stringify } from 'csv-stringify/sync'
import type { ReportQuery } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import { formatAmount } from '../../platform/base/money.ts'
import { formatSeconds } from '../../platform/base/times.ts'
import { processorOf } from './processor.ts'

const columns = ['id', 'type', 'amount', 'currency', 'at']

export const reportHeader = stringify([columns], { record_delimiter: 'windows' })

/**
 * Returns the card processor's own movements, oldest first, as CSV lines under `reportHeader`, for `npx qist reconcile`
 * (docs/contract/money.md#reconciliation).
 */
export async function reportLines(app: App, query: ReportQuery): Promise<string> {
  const lines = await processorOf(app, query.isTest).report(query)
  const rows = lines.map(({ id, type, amountMinor, currency, at }) => {
    return [id, type, formatAmount(amountMinor, currency), currency, formatSeconds(at)]
  })
  return stringify(rows, { record_delimiter: 'windows' })
}
