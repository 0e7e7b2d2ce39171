import type { App } from '../../app/app.ts'
import { listPlansForIntegrity, type PlanIntegrityRow } from '../store/integrity.ts'
import { findPlanProblems, type PlanRecord } from './plan-problems.ts'

const batch = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

export interface PlanFinding {
  readonly merchantId: string
  readonly paymentId: string
  /** In words, what of the plan does not agree with its charges and returns. */
  readonly problems: readonly string[]
}

/** Recomputes every authorized payment's plan by its charges and returns; yields what it found batch after batch. Repairs nothing. */
export async function* checkPlans(app: App): AsyncGenerator<{ checked: number; findings: readonly PlanFinding[] }> {
  let after = { afterMerchant: beforeAll, afterPayment: beforeAll }
  for (;;) {
    const rows = await app.db.run(listPlansForIntegrity, { ...after, limit: batch })
    const last = rows.at(-1)
    if (last === undefined) return
    yield { checked: rows.length, findings: rows.flatMap(findingOf) }
    after = { afterMerchant: last.merchant_id, afterPayment: last.payment_id }
  }
}

function findingOf(row: PlanIntegrityRow): PlanFinding[] {
  const problems = findPlanProblems(recordFrom(row))
  return problems.length === 0 ? [] : [{ merchantId: row.merchant_id, paymentId: row.payment_id, problems }]
}

function recordFrom(row: PlanIntegrityRow): PlanRecord {
  const collection = { chargeId: row.charge_id, isDefaulted: row.defaulted_at !== null, isDue: row.due_at !== null }
  return {
    status: row.status,
    currency: row.currency,
    amountMinor: row.amount_minor,
    authorizedAt: row.authorized_at,
    billedMinor: row.billed_minor,
    paidMinor: row.paid_minor,
    writtenOffMinor: row.written_off_minor,
    collection: row.has_collection ? collection : undefined,
    charges: row.charges.map(({ id, state, amount_minor, currency }) => {
      return { id, state, amountMinor: BigInt(amount_minor), currency }
    }),
    returns: row.returns.map(({ charge_id, state, amount_minor }) => {
      return { chargeId: charge_id, state, amountMinor: BigInt(amount_minor) }
    }),
  }
}
