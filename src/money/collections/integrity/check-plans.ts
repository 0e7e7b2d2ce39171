import type { App } from '../../../platform/app/app.ts'
import type { Examined, Finding } from '../../../platform/base/finding.ts'
import { readPages } from '../../../platform/db/read-pages.ts'
import { readablePlan } from '../../payments/payment-plan.ts'
import type { PaymentStatus } from '../../payments/states.ts'
import { listPlansForIntegrity, type PlanIntegrityRow } from '../store/integrity.ts'
import { findPlanProblems, type PlanRecord } from './plan-problems.ts'

const batch = 500

/**
 * Recomputes the plan of each authorized payment by its charges and returns. Yields findings batch by batch. Repairs
 * nothing.
 */
export async function* checkPlans(app: App): AsyncGenerator<Examined> {
  const pages = readPages(({ merchant_id: afterMerchant, id: afterPayment }) =>
    app.db.run(listPlansForIntegrity, { afterMerchant, afterPayment, limit: batch }),
  )
  for await (const rows of pages) yield { checked: rows.length, findings: rows.flatMap(findingOf) }
}

function findingOf(row: PlanIntegrityRow): Finding[] {
  const problems = findPlanProblems(recordFrom(row))
  const { merchant_id: merchantId, id } = row
  return problems.length === 0 ? [] : [{ kind: 'plan', merchantId, id, paymentId: id, problems }]
}

function recordFrom(row: PlanIntegrityRow): PlanRecord {
  const collection = { chargeId: row.charge_id, isDefaulted: row.defaulted_at !== null, isDue: row.due_at !== null }
  return {
    status: row.status as PaymentStatus,
    currency: row.currency,
    amountMinor: row.amount_minor,
    authorizedAt: row.authorized_at,
    capturedMinor: row.captured_minor,
    refundedMinor: row.refunded_minor,
    paidMinor: row.paid_minor,
    writtenOffMinor: row.written_off_minor,
    plan: readablePlan(row.plan, row.currency).plan,
    isHeld: row.is_held,
    collection: row.has_collection ? collection : undefined,
    charges: row.charges.map(({ id, state, amount_minor, currency }) => {
      return { id, state, amountMinor: BigInt(amount_minor), currency }
    }),
    returns: row.returns.map(({ charge_id, state, amount_minor }) => {
      return { chargeId: charge_id, state, amountMinor: BigInt(amount_minor) }
    }),
  }
}
