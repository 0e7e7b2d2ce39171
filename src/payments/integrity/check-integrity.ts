import type { App } from '../../app/app.ts'
import { findProblems, type PaymentRecord } from './integrity.ts'
import { type IntegrityRow, listForIntegrity } from './store.ts'

const batch = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

export interface Finding {
  readonly merchantId: string
  readonly paymentId: string
  /** In words, what of the payment does not agree with its ledger and timeline. */
  readonly problems: readonly string[]
}

interface IntegrityProgress {
  readonly checked: number
  readonly findings: readonly Finding[]
}

/** Recomputes every payment of every merchant from ledger and timeline; yields what it found batch after batch. */
export async function* checkIntegrity(app: App): AsyncGenerator<IntegrityProgress> {
  let after = { afterMerchant: beforeAll, afterPayment: beforeAll }
  for (;;) {
    const rows = await app.db.run(listForIntegrity, { ...after, limit: batch })
    const last = rows.at(-1)
    if (last === undefined) return
    yield { checked: rows.length, findings: rows.flatMap(findingOf) }
    after = { afterMerchant: last.merchant_id, afterPayment: last.id }
  }
}

function findingOf(row: IntegrityRow): Finding[] {
  const problems = findProblems(recordFrom(row))
  return problems.length === 0 ? [] : [{ merchantId: row.merchant_id, paymentId: row.id, problems }]
}

function recordFrom(row: IntegrityRow): PaymentRecord {
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
    writtenOffMinor: row.written_off_minor,
    announced: row.announced,
    sequences: row.sequences,
    entries: row.entries.map(({ amount_minor, ...entry }) => ({ ...entry, amountMinor: BigInt(amount_minor) })),
    timeline: row.timeline.map((step) => ({
      version: step.version,
      transition: step.move,
      statusBefore: step.status_before,
      statusAfter: step.status_after,
      amountMinor: step.amount_minor === null ? null : BigInt(step.amount_minor),
      referenceId: step.reference_id,
    })),
  }
}
