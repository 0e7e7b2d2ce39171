import type { App } from '../../../platform/app/app.ts'
import { type Examined, type Finding, maxDifferences } from '../../../platform/base/finding.ts'
import { nilId } from '../../../platform/base/ids.ts'
import { findSealProblems, type SealRecord } from './seal-problems.ts'
import { countEntries, listEmptyWaiting, listSealHashes, listSeals, listWronglySealed, type SealRow } from './store.ts'

/** The maximal work of one statement. It always reads at least one seal. */
const batch = { limit: 500, maxEntries: 20_000 }
const beforeAll = { merchant_id: nilId, number: 0n }

export interface SealHead {
  readonly merchantId: string
  readonly number: bigint
  readonly hash: Buffer
}

/** With the last seal so far of each examined merchant. `checked` counts entries. */
interface SealsExamined extends Examined {
  readonly heads: readonly SealHead[]
}

/**
 * Recomputes all seals from their entries, follows each merchant's chain, and checks for missing entries. Repairs
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

/**
 * Checks that each entry is sealed once or waits for its seal. Counts entries for all merchants. Names those of
 * merchants with a wrong count or a wrong chain, at most `maxDifferences`. `checked` counts waiting entries. Repairs
 * nothing.
 */
export async function checkEntries(app: App, wrongChains: ReadonlySet<string>): Promise<Examined> {
  const merchants = await app.db.run(countEntries, {})
  const miscounted = merchants.filter(({ posted, sealed, waiting }) => posted !== sealed + waiting)
  const findings = miscounted.map(({ merchant_id: merchantId, posted, sealed, waiting }): Finding => {
    const problems = [`it has ${posted} entries: ${sealed} are sealed, and ${waiting} wait for it`]
    return { kind: 'ledger', merchantId, id: merchantId, problems }
  })
  const suspected = new Set([...wrongChains, ...findings.map(({ merchantId }) => merchantId)])
  const checked = merchants.reduce((sum, { waiting }) => sum + Number(waiting), 0)
  return {
    checked,
    findings: [...findings, ...(await findWronglySealed(app, [...suspected])), ...(await findEmpty(app))],
  }
}

async function findWronglySealed(app: App, merchantIds: readonly string[]): Promise<Finding[]> {
  if (merchantIds.length === 0) return []
  const rows = await app.db.run(listWronglySealed, { merchantIds, limit: maxDifferences })
  return rows.map(({ merchant_id: merchantId, source_id: id, version, entries, times }) => {
    const how = times === 0n ? 'are sealed by nothing, and nothing waits to seal them' : `are sealed ${times} times`
    return { kind: 'entries', merchantId, id, problems: [`${entries} of version ${version} ${how}`] }
  })
}

async function findEmpty(app: App): Promise<Finding[]> {
  const rows = await app.db.run(listEmptyWaiting, { limit: maxDifferences })
  return rows.map(({ merchant_id: merchantId, source_id: id, version }) => {
    return { kind: 'entries', merchantId, id, problems: [`version ${version} waits to be sealed, and has none`] }
  })
}

/** Returns the hashes that no seal has: the end of their chain was cut off. */
export async function findMissingHeads(app: App, hashes: readonly Buffer[]): Promise<Buffer[]> {
  if (hashes.length === 0) return []
  const rows = await app.db.run(listSealHashes, { hashes })
  return hashes.filter((hash) => !rows.some((row) => row.hash.equals(hash)))
}
