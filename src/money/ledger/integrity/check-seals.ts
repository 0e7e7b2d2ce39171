import type { App } from '../../../platform/app/app.ts'
import type { Examined, Finding } from '../../../platform/base/finding.ts'
import { nilId } from '../../../platform/base/ids.ts'
import { checkEntries } from './check-entries.ts'
import { findSealProblems, type SealRecord } from './seal-problems.ts'
import { listSeals, type SealRow } from './store.ts'

/** So much is hashed at a time; one seal more, so that there is always one. */
const batch = { limit: 500, maxEntries: 20_000 }
const beforeAll = { merchant_id: nilId, number: 0n }

export interface SealHead {
  readonly merchantId: string
  readonly number: bigint
  readonly hash: Buffer
}

/** Also the last seal, so far, of each merchant that was looked at. `checked` counts entries. */
interface SealsExamined extends Examined {
  readonly heads: readonly SealHead[]
}

/**
 * Computes every seal anew from the entries that are there, follows each merchant's chain, and looks whether anything is left out. Repairs
 * nothing.
 */
export async function* checkSeals(app: App): AsyncGenerator<SealsExamined> {
  const wrongChains = new Set<string>()
  let before: SealRow | undefined
  for (;;) {
    const { merchant_id: afterMerchant, number: afterNumber } = before ?? beforeAll
    const rows = await app.db.run(listSeals, { afterMerchant, afterNumber, ...batch })
    if (rows.length === 0) break
    const findings: Finding[] = []
    const heads = new Map<string, SealHead>()
    for (const row of rows) {
      findings.push(...findingOf(row, before?.merchant_id === row.merchant_id ? before : undefined))
      heads.set(row.merchant_id, { merchantId: row.merchant_id, number: row.number, hash: row.hash })
      before = row
    }
    for (const { merchantId } of findings) wrongChains.add(merchantId)
    yield { checked: rows.reduce((sum, { entries }) => sum + entries, 0), findings, heads: [...heads.values()] }
  }
  yield { ...(await checkEntries(app, wrongChains)), heads: [] }
}

function findingOf(row: SealRow, before: SealRow | undefined): Finding[] {
  const problems = findSealProblems(recordFrom(row), before && recordFrom(before))
  const { merchant_id: merchantId, number } = row
  return problems.length === 0 ? [] : [{ kind: 'seal', merchantId, id: String(number), problems }]
}

function recordFrom(row: SealRow): SealRecord {
  return {
    number: row.number,
    form: row.form,
    entries: row.entries,
    previousHash: row.previous_hash,
    hash: row.hash,
    foundEntries: row.found_entries,
    computedHash: row.computed_hash,
  }
}
