import type { App } from '../../../platform/app/app.ts'
import { type Examined, type Finding, maxDifferences } from '../../../platform/base/finding.ts'
import { countEntries, listEmptyWaiting, listWronglySealed } from './store.ts'

/**
 * Looks whether every entry of every merchant is sealed once or waits to be. Entries are counted; those of merchants whose numbers differ, or
 * whose chain is wrong already, are named, at most `maxDifferences`. `checked` counts those that wait. Repairs nothing.
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
