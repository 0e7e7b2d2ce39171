import type { App } from '../../../platform/app/app.ts'
import { listMovementRecords } from '../../charges/list-movement-records.ts'
import { type Bounds, Comparison, type Summary } from './compare.ts'
import type { Difference } from './difference.ts'
import type { Report } from './report.ts'

interface ReconciliationProgress {
  /** Of this step. */
  readonly differences: readonly Difference[]
  /** Charges and returns looked at so far. */
  readonly examined: number
  /** Of all steps so far. */
  readonly summary: Summary
}

/**
 * Compares a processor's report with what is believed; yields what differs step by step, and changes nothing but the report, whose rows are
 * taken out of it. The report has been read before: whatever it names was written down here before the processor was asked.
 */
export async function* reconcileReport(
  app: App,
  report: Report,
  bounds: Bounds,
): AsyncGenerator<ReconciliationProgress> {
  const comparison = new Comparison(bounds)
  const { summary } = comparison
  let examined = 0
  for await (const records of listMovementRecords(app)) {
    examined += records.length
    const differences = records.flatMap((record) => comparison.compare(record, report.take(record.id)))
    yield { differences, examined, summary }
  }
  for (const rows of report.rest()) {
    const differences = comparison.compareUnknown(rows)
    if (differences.length > 0) yield { differences, examined, summary }
  }
  yield { differences: [], examined, summary }
}
