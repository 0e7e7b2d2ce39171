import type { App } from '../app/app.ts'
import { examine, type PaymentRecord } from './examination.ts'
import { type ExaminationRow, listForExamination } from './store/examination.ts'

const batch = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

export interface Finding {
  readonly merchantId: string
  readonly paymentId: string
  /** In words, what of the payment does not agree with its ledger and timeline. */
  readonly problems: readonly string[]
}

export interface ExaminationProgress {
  readonly examined: number
  readonly findings: readonly Finding[]
}

/** Recomputes every payment of every merchant from ledger and timeline; yields what it found batch after batch. */
export async function* examinePayments(app: App): AsyncGenerator<ExaminationProgress> {
  let merchantId = beforeAll
  let paymentId = beforeAll
  for (;;) {
    const rows = await app.db.run(listForExamination, [merchantId, paymentId, batch])
    const last = rows.at(-1)
    if (last === undefined) return
    yield { examined: rows.length, findings: rows.flatMap(findingOf) }
    merchantId = last.merchant_id
    paymentId = last.id
  }
}

function findingOf(row: ExaminationRow): Finding[] {
  const problems = examine(recordFrom(row))
  return problems.length === 0 ? [] : [{ merchantId: row.merchant_id, paymentId: row.id, problems }]
}

function recordFrom(row: ExaminationRow): PaymentRecord {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    version: row.version,
    status: row.status,
    currency: row.currency,
    amountMinor: row.amount_minor,
    capturedMinor: row.captured_minor,
    refundedMinor: row.refunded_minor,
    paidMinor: row.paid_minor,
    announced: row.announced,
    sequences: row.sequences,
    entries: row.entries.map(({ amount_minor, ...entry }) => ({ ...entry, amountMinor: BigInt(amount_minor) })),
    timeline: row.timeline.map((step) => ({
      version: step.version,
      move: step.move,
      statusBefore: step.status_before,
      statusAfter: step.status_after,
      amountMinor: step.amount_minor === null ? null : BigInt(step.amount_minor),
      referenceId: step.reference_id,
    })),
  }
}
