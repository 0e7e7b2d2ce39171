import type { App } from '../../../platform/app/app.ts'
import { type Examined, type Finding, maxDifferences } from '../../../platform/base/finding.ts'
import { readPages } from '../../../platform/db/read-pages.ts'
import { closingDelayMs } from '../settlement.ts'
import { findSettlementProblems } from './settlement-problems.ts'
import { listSettlements, listWronglyPending, type SettlementIntegrityRow } from './store/settlements.ts'

const batch = 200

/**
 * Compares every closed day with its lines, seal and payout, and every pending day with the closed days. Repairs
 * nothing.
 */
export async function* checkSettlements(app: App): AsyncGenerator<Examined> {
  yield { checked: 0, findings: await findPending(app) }
  const pages = readPages(({ merchant_id: afterMerchant, id: afterSettlement }) =>
    app.db.run(listSettlements, { afterMerchant, afterSettlement, limit: batch }),
  )
  for await (const rows of pages) yield { checked: rows.length, findings: rows.flatMap(findingOf) }
}

async function findPending(app: App): Promise<Finding[]> {
  // The database may be a former sandbox, where days are closed at once.
  const rows = await app.db.run(listWronglyPending, {
    ...{ closingDelayMs: closingDelayMs.production, limit: maxDifferences },
  })
  return rows.map(({ merchant_id: merchantId, id, date, state, is_closed, is_same, closed_id, lines, ...row }) => {
    const problems: string[] = []
    if (state === 'open' && is_closed) problems.push(`${date} waits to be closed, and is closed`)
    if (state !== 'open' && !is_closed) problems.push(`${date} waits to be paid, and is not closed`)
    if (is_closed && !is_same) problems.push('it waits as that of another store, mode, currency or date')
    if (closed_id !== null) problems.push(`${date} is ${state}, and is closed as settlement ${closed_id} already`)
    if (lines === 0n) problems.push(`${date} is ${state} and has no lines`)
    if (!row.is_due_in_time)
      problems.push(`${date} is ${state}, and waits until ${timeOf(row.due_at)}, which is not its time`)
    return { kind: 'settlement', merchantId, id, problems }
  })
}

function findingOf(row: SettlementIntegrityRow): Finding[] {
  const problems = findSettlementProblems({
    currency: row.currency,
    date: row.date,
    endsAt: row.ends_at,
    endedAt: row.ended_at,
    closedAt: row.closed_at,
    lines: row.lines,
    capturesMinor: row.captures_minor,
    refundsMinor: row.refunds_minor,
    disputeRefundsMinor: row.dispute_refunds_minor,
    feesMinor: row.fees_minor,
    vatMinor: row.vat_minor,
    netMinor: row.net_minor,
    found: {
      lines: row.line_lines,
      capturesMinor: row.line_captures_minor,
      refundsMinor: row.line_refunds_minor,
      disputeRefundsMinor: row.line_dispute_refunds_minor,
      feesMinor: row.line_fees_minor,
      vatMinor: row.line_vat_minor,
      netMinor: row.line_net_minor,
    },
    sealNumber: row.seal_number,
    isSealed: row.is_sealed,
    pending: row.pending,
    isHeld: row.is_held,
    payouts: row.payouts,
  })
  const { merchant_id: merchantId, id } = row
  return problems.length === 0 ? [] : [{ kind: 'settlement', merchantId, id, problems }]
}

function timeOf(at: number | null): string {
  return at === null ? 'never' : new Date(at).toISOString()
}
