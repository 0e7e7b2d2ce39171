import type { App } from '../../../platform/app/app.ts'
import { listMovementRecords } from '../../charges/list-movement-records.ts'
import { type Bounds, Comparison, type Summary } from './compare.ts'
import type { Difference } from './difference.ts'
import type { Report } from './report.ts'

interface ReconciliationProgress {
  /** The differences of this step. */
  readonly differences: readonly Difference[]
  /** Charges and returns compared so far. */
  readonly examined: number
  /** The figures of all steps so far. */
  readonly summary: Summary
}

/**
 * Compares a processor's report with our records, and yields the differences in steps. Removes the compared rows of
 * the report. Changes no record. Read the report first: a movement is saved here before the processor is called, so
 * our records include each of its rows.
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
