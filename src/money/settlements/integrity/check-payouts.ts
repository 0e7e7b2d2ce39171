import type { App } from '../../../platform/app/app.ts'
import { type Examined, type Finding, maxDifferences } from '../../../platform/base/finding.ts'
import { readPages } from '../../../platform/db/read-pages.ts'
import { datedEntriesFrom } from '../../ledger/entries-sql.ts'
import type { PayoutState } from '../payout.ts'
import { findPayoutProblems } from './payout-problems.ts'
import { listPaidByNothing, listPayouts, type PayoutIntegrityRow } from './store/payouts.ts'

const batch = 200

/** Compares every payout with its settlements and with the ledger. Repairs nothing. */
export async function* checkPayouts(app: App): AsyncGenerator<Examined> {
  yield { checked: 0, findings: await findUnpaid(app) }
  const pages = readPages(({ merchant_id: afterMerchant, id: afterPayout }) =>
    app.db.run(listPayouts, { afterMerchant, afterPayout, limit: batch }),
  )
  for await (const rows of pages) yield { checked: rows.length, findings: rows.flatMap(findingOf) }
}

async function findUnpaid(app: App): Promise<Finding[]> {
  const rows = await app.db.run(listPaidByNothing, { limit: maxDifferences })
  return rows.map(({ merchant_id: merchantId, settlement_id: id, payout_id }) => {
    return { kind: 'settlement', merchantId, id, problems: [`it is in payout ${payout_id}, which there is not`] }
  })
}

function findingOf(row: PayoutIntegrityRow): Finding[] {
  const problems = findPayoutProblems({
    currency: row.currency,
    amountMinor: row.amount_minor,
    state: row.state as PayoutState,
    paidAt: row.paid_at,
    settlements: row.settlements,
    foreignSettlements: row.foreign_settlements,
    settledMinor: row.settled_minor,
    entries: datedEntriesFrom(row.entries),
  })
  const { merchant_id: merchantId, id } = row
  return problems.length === 0 ? [] : [{ kind: 'payout', merchantId, id, problems }]
}
