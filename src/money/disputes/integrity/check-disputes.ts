import type { App } from '../../../platform/app/app.ts'
import { type Examined, type Finding, maxDifferences } from '../../../platform/base/finding.ts'
import { formatMoney } from '../../../platform/base/money.ts'
import { readPages } from '../../../platform/db/read-pages.ts'
import type { DisputeStatus } from '../states.ts'
import { findDisputeProblems } from './dispute-problems.ts'
import {
  type DisputeIntegrityRow,
  listDisputesForIntegrity,
  listHoldsOfNothing,
  listRefundsOfNothing,
} from './store.ts'

const batch = 500

/** Compares every dispute with its payment, and every payment with its disputes. Repairs nothing. */
export async function* checkDisputes(app: App): AsyncGenerator<Examined> {
  yield { checked: 0, findings: [...(await findHolds(app)), ...(await findRefunds(app))] }
  const pages = readPages(({ merchant_id: afterMerchant, id: afterDispute }) =>
    app.db.run(listDisputesForIntegrity, { afterMerchant, afterDispute, limit: batch }),
  )
  for await (const rows of pages) yield { checked: rows.length, findings: rows.flatMap(findingOf) }
}

async function findHolds(app: App): Promise<Finding[]> {
  const rows = await app.db.run(listHoldsOfNothing, { limit: maxDifferences })
  return rows.map(({ merchant_id: merchantId, payment_id: id, dispute_id }) => {
    const problems = [`its refunds are held back by dispute ${dispute_id}, which it has not`]
    return { kind: 'payment', merchantId, id, paymentId: id, problems }
  })
}

async function findRefunds(app: App): Promise<Finding[]> {
  const rows = await app.db.run(listRefundsOfNothing, { limit: maxDifferences })
  return rows.map(({ merchant_id: merchantId, payment_id: id, reference, amount_minor, currency }) => {
    const problems = [
      `${formatMoney(amount_minor, currency)} were refunded by ${reference}, and it has no such dispute`,
    ]
    return { kind: 'payment', merchantId, id, paymentId: id, problems }
  })
}

function findingOf(row: DisputeIntegrityRow): Finding[] {
  const { merchant_id: merchantId, id, payment_id: paymentId } = row
  const problems = findDisputeProblems({
    id,
    paymentId,
    status: row.status as DisputeStatus,
    version: row.version,
    currency: row.currency,
    amountMinor: row.amount_minor,
    payment: row.payment_currency === null ? undefined : { currency: row.payment_currency, disputeId: row.holding_id },
    refundedMinor: row.refunded_minor,
    lines: row.lines,
  })
  return problems.length === 0 ? [] : [{ kind: 'dispute', merchantId, id, paymentId, problems }]
}
