import type { App } from '../../../platform/app/app.ts'
import type { Examined, Finding } from '../../../platform/base/finding.ts'
import { rowsFrom } from '../../../platform/db/columns.ts'
import { readPages } from '../../../platform/db/read-pages.ts'
import { type FeeRatesRecord, feeRatesFrom } from '../../../platform/merchants/stores/fee-rates.ts'
import { datedEntriesFrom } from '../../ledger/entries-sql.ts'
import { readablePlan } from '../payment-plan.ts'
import type { PaymentStatus } from '../states.ts'
import { findProblems } from './integrity.ts'
import type { PaymentRecord, RecordedFee, RecordedStep } from './record.ts'
import { type IntegrityRow, listForIntegrity, type StepRow } from './store.ts'

const batch = 500

/**
 * Recomputes each payment of all merchants from ledger and timeline. Yields findings batch by batch. Repairs nothing.
 */
export async function* checkIntegrity(app: App): AsyncGenerator<Examined> {
  const pages = readPages(({ merchant_id: afterMerchant, id: afterPayment }) =>
    app.db.run(listForIntegrity, { afterMerchant, afterPayment, limit: batch }),
  )
  for await (const rows of pages) yield { checked: rows.length, findings: rows.flatMap(findingOf) }
}

function findingOf(row: IntegrityRow): Finding[] {
  const problems = findProblems(recordFrom(row))
  const { merchant_id: merchantId, id } = row
  return problems.length === 0 ? [] : [{ kind: 'payment', merchantId, id, paymentId: id, problems }]
}

function recordFrom(row: IntegrityRow): PaymentRecord {
  const { plan, problem: planProblem } = readablePlan(row.plan, row.currency)
  return {
    ...{ plan, planProblem, storedFee: row.plan?.fee_minor ?? null },
    version: row.version,
    status: row.status as PaymentStatus,
    currency: row.currency,
    amountMinor: row.amount_minor,
    capturedMinor: row.captured_minor,
    refundedMinor: row.refunded_minor,
    paidMinor: row.paid_minor,
    writtenOffMinor: row.written_off_minor,
    createdAt: row.created_at,
    authorizedAt: row.authorized_at,
    closedAt: row.closed_at,
    expiredAt: row.expired_at,
    announced: row.announced,
    sequences: row.sequences,
    entries: datedEntriesFrom(row.entries),
    timeline: rowsFrom(row.timeline)
      .map(stepFrom)
      .toSorted((a, b) => a.version - b.version),
  }
}

function stepFrom(row: StepRow): RecordedStep {
  return {
    version: row.version,
    transition: row.move,
    statusBefore: row.status_before,
    statusAfter: row.status_after,
    amountMinor: minorFrom(row.amount_minor),
    at: row.at,
    fee: feeFrom(row),
  }
}

function feeFrom({ fee_minor, fee_fixed_minor, fee_vat_minor, fee_rates }: StepRow): RecordedFee | undefined {
  if (fee_minor === null && fee_fixed_minor === null && fee_vat_minor === null && fee_rates === null) return undefined
  return {
    feeMinor: minorFrom(fee_minor),
    fixedMinor: minorFrom(fee_fixed_minor),
    vatMinor: minorFrom(fee_vat_minor),
    rates: fee_rates === null || !isRates(fee_rates) ? null : feeRatesFrom(fee_rates),
    isVatOfTotal: fee_rates?.vat_rounding === 'total',
  }
}

// A row that a person wrote by hand may have any shape.
function isRates({ percent, fixed_minor, vat_percent }: FeeRatesRecord): boolean {
  return Number.isInteger(percent) && Number.isInteger(vat_percent) && /^\d{1,18}$/.test(fixed_minor)
}

function minorFrom(text: string | null): bigint | null {
  return text === null ? null : BigInt(text)
}
