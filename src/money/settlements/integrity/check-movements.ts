import type { App } from '../../../platform/app/app.ts'
import { type Examined, type Finding, maxDifferences } from '../../../platform/base/finding.ts'
import { findMovementProblems } from './movement-problems.ts'
import { countLate, countLines, listWronglyLate, listWronglySettled } from './store/movements.ts'

/**
 * Compares every capture and refund with its settlement line. A sealed one has exactly one line, with its amount,
 * fee and entries, in the settlement of its day or, if that was closed, of the next open day. Repairs nothing.
 * `checked` counts lines.
 */
export async function* checkMovements(app: App): AsyncGenerator<Examined> {
  const rows = await app.db.run(listWronglySettled, { limit: maxDifferences })
  const findings = rows.map((row) => findingOf(row, findMovementProblems(row)))
  const [counted] = await app.db.run(countLines, {})
  yield { checked: Number(counted?.lines ?? 0), findings: [...findings, ...(await findLate(app))] }
}

async function findLate(app: App): Promise<Finding[]> {
  const merchants = await app.db.run(countLate, {})
  if (merchants.length === 0) return []
  const merchantIds = merchants.map(({ merchant_id }) => merchant_id)
  const rows = await app.db.run(listWronglyLate, { merchantIds, limit: maxDifferences })
  return rows.map((row) => {
    const { version, settlement_id, date, moved_on } = row
    const problem = `version ${version} moved on ${moved_on}, and is settled on ${date}, though a day from then on was open (settlement ${settlement_id})`
    return findingOf(row, [problem])
  })
}

function findingOf(
  { merchant_id: merchantId, payment_id: id }: { readonly merchant_id: string; readonly payment_id: string },
  problems: readonly string[],
): Finding {
  return { kind: 'payment', merchantId, id, paymentId: id, problems }
}
