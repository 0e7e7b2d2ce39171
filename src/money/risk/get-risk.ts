import type { MerchantId, StoreId } from '../../platform/base/ids.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { Contact } from './contact.ts'
import type { RuleSet } from './rules.ts'
import { listBlocks, listRuleRows } from './store.ts'

/** Whose rules: each mode of a merchant has its own. */
export interface RiskScope {
  readonly merchantId: MerchantId
  readonly isTest: boolean
}

/** All that has been set for a merchant in one mode. */
export interface RiskSettings {
  readonly rules: RuleSet
  /** Of stores that have rules of their own. */
  readonly storeRules: ReadonlyMap<StoreId, RuleSet>
  /** In the order in which they were blocked, none twice. */
  readonly blocked: readonly Contact[]
}

/** What has been set for a merchant in one mode; nothing for one that is not there. */
export async function getRisk(on: Queryable, { merchantId, isTest }: RiskScope): Promise<RiskSettings> {
  const rows = await on.run(listRuleRows, { merchantId, isTest })
  const blocked = await on.run(listBlocks, { merchantId, isTest })
  const sets = new Map(rows.map(({ scope_id, rules }) => [scope_id, rules]))
  const rules = sets.get(merchantId) ?? {}
  sets.delete(merchantId)
  return { rules, storeRules: sets, blocked: blocked.map(({ contact }) => contact) }
}
