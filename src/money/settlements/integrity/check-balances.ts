import type { App } from '../../../platform/app/app.ts'
import { type Examined, type Finding, maxDifferences } from '../../../platform/base/finding.ts'
import { formatMoney } from '../../../platform/base/money.ts'
import { listMerchantBalances, listSourceless, listStoreBalances } from './store/balances.ts'

/**
 * Compares each store's settlements with its payouts and unpaid days, and each merchant's ledger with its
 * settlements. Finds entries without a payment, return or payout. Repairs nothing. `checked` counts stores by mode.
 */
export async function* checkBalances(app: App): AsyncGenerator<Examined> {
  const stores = await app.db.run(listStoreBalances, {})
  const findings = stores.flatMap((store): Finding[] => {
    const { settled_minor, paid_minor, pending_minor, merchant_id: merchantId, store_id: id, currency } = store
    if (settled_minor === paid_minor + pending_minor) return []
    const money = (minor: bigint): string => formatMoney(minor, currency)
    const mode = store.is_test ? 'test' : 'live'
    const problem = `its ${mode} settlements (${store.merchant_code}) come to ${money(settled_minor)}, its payouts to ${money(paid_minor)}, and ${money(pending_minor)} wait`
    return [{ kind: 'store', merchantId, id, problems: [problem] }]
  })
  yield {
    checked: stores.length,
    findings: [...findings, ...(await findMerchants(app)), ...(await findSourceless(app))],
  }
}

async function findMerchants(app: App): Promise<Finding[]> {
  const merchants = await app.db.run(listMerchantBalances, {})
  return merchants.flatMap((merchant): Finding[] => {
    const { merchant_id: merchantId, currency, posted_minor, booked_minor, waiting_minor, paid_minor } = merchant
    if (posted_minor === booked_minor + waiting_minor - paid_minor) return []
    const money = (minor: bigint): string => formatMoney(minor, currency)
    const problem = `it owes the merchant ${money(posted_minor)}; ${money(booked_minor)} are settled, ${money(waiting_minor)} wait to be, and ${money(paid_minor)} were paid`
    return [{ kind: 'ledger', merchantId, id: merchantId, problems: [problem] }]
  })
}

async function findSourceless(app: App): Promise<Finding[]> {
  const rows = await app.db.run(listSourceless, { limit: maxDifferences })
  return rows.map(({ merchant_id: merchantId, source_id: id, entries }) => {
    return { kind: 'entries', merchantId, id, problems: [`${entries} are of no payment, return or payout`] }
  })
}
