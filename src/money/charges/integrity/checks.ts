import type { App } from '../../../platform/app/app.ts'
import { type Examined, type Finding, maxDifferences } from '../../../platform/base/finding.ts'
import { formatMoney } from '../../../platform/base/money.ts'
import { readPages } from '../../../platform/db/read-pages.ts'
import { datedEntriesFrom } from '../../ledger/entries-sql.ts'
import type { ReturnState } from '../return.ts'
import { findReturnProblems } from './return-problems.ts'
import {
  countCharges,
  listFailedDifferently,
  listRefundsPayable,
  listReturnedDifferently,
  listReturns,
  listUncollected,
  type ReturnRow,
} from './store.ts'

/** Compares the approved charges of each payment with the amounts that its ledger has collected. Repairs nothing. */
export async function* checkCharges(app: App): AsyncGenerator<Examined> {
  const rows = await app.db.run(listUncollected, { limit: maxDifferences })
  const [counted] = await app.db.run(countCharges, {})
  const findings = rows.map((row) => {
    const [stored, posted] = [row.stored, row.posted].map((of) =>
      of.map((minor) => formatMoney(minor, row.currency)).join(', '),
    )
    return paymentFinding(
      row,
      `cards were charged ${stored || 'nothing'}, the ledger has collected ${posted || 'nothing'}`,
    )
  })
  yield { checked: Number(counted?.charges ?? 0), findings }
}

const batch = 500

/** Compares returns with the ledger: owed, confirmed and failed amounts. Repairs nothing. */
export async function* checkReturns(app: App): AsyncGenerator<Examined> {
  yield { checked: 0, findings: [...(await findVersions(app)), ...(await findFailed(app)), ...(await findOwed(app))] }
  const pages = readPages(({ merchant_id: afterMerchant, id: afterReturn }) =>
    app.db.run(listReturns, { afterMerchant, afterReturn, limit: batch }),
  )
  for await (const rows of pages) yield { checked: rows.length, findings: rows.flatMap(findingOf) }
}

async function findVersions(app: App): Promise<Finding[]> {
  const rows = await app.db.run(listReturnedDifferently, { limit: maxDifferences })
  return rows.map((row) => {
    const [posted, stored] = [row.posted_minor, row.stored_minor].map((minor) => formatMoney(minor, row.currency))
    return paymentFinding(
      row,
      `by the ledger version ${row.version} sends ${posted} back to cards, its returns are ${stored}`,
    )
  })
}

async function findFailed(app: App): Promise<Finding[]> {
  const rows = await app.db.run(listFailedDifferently, { limit: maxDifferences })
  return rows.map((row) => {
    const [stored, posted] = [row.stored, row.posted].map((of) =>
      of.map((minor) => formatMoney(minor, row.currency)).join(', '),
    )
    return paymentFinding(row, `returns that failed: ${stored || 'none'}, in the ledger: ${posted || 'none'}`)
  })
}

async function findOwed(app: App): Promise<Finding[]> {
  const rows = await app.db.run(listRefundsPayable, {})
  return rows.map(({ merchant_id: merchantId, currency, waiting_minor, posted_minor }) => {
    const [waiting, posted] = [waiting_minor, posted_minor].map((minor) => formatMoney(minor, currency))
    const problems = [`it owes ${posted} to cards (refunds_payable), the returns that wait sum to ${waiting}`]
    return { kind: 'ledger', merchantId, id: merchantId, problems }
  })
}

function findingOf(row: ReturnRow): Finding[] {
  const problems = findReturnProblems({
    state: row.state as ReturnState,
    currency: row.currency,
    amountMinor: row.amount_minor,
    isEarly: row.is_early,
    entries: datedEntriesFrom(row.entries),
  })
  const { merchant_id: merchantId, id, payment_id: paymentId } = row
  return problems.length === 0 ? [] : [{ kind: 'return', merchantId, id, paymentId, problems }]
}

/** Returns a finding about a payment's charges or returns. */
export function paymentFinding(
  { merchant_id: merchantId, payment_id: id }: { readonly merchant_id: string; readonly payment_id: string },
  problem: string,
): Finding {
  return { kind: 'payment', merchantId, id, paymentId: id, problems: [problem] }
}
