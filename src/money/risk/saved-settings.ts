import { newOrderedId } from '../../platform/base/ids.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { RiskScope, RiskSettings, SettingsRecord } from './settings.ts'
import * as store from './store.ts'

/** Returns the settings of a merchant in one mode; empty settings for an unknown merchant. */
export async function getRisk(on: Queryable, { merchantId, isTest }: RiskScope): Promise<RiskSettings> {
  const rows = await on.run(store.listRuleRows, { merchantId, isTest })
  const blocked = await on.run(store.listBlocks, { merchantId, isTest })
  const sets = new Map(rows.map(({ scope_id, rules }) => [scope_id, rules]))
  const rules = sets.get(merchantId) ?? {}
  sets.delete(merchantId)
  return { rules, storeRules: sets, blocked: blocked.map(({ contact }) => contact) }
}

/**
 * Saves a merchant's settings in one mode, and the settings before a sandbox. `current`: the settings that are
 * replaced; absent: all are written.
 */
export async function saveSettings(
  tx: Tx,
  scope: RiskScope,
  next: RiskSettings,
  before: SettingsRecord | null,
  current?: RiskSettings,
): Promise<void> {
  const { merchantId, isTest } = scope
  for (const [scopeId, rules] of [[merchantId, next.rules] as const, ...next.storeRules]) {
    await tx.run(store.saveRules, { merchantId, isTest, scopeId, rules })
  }
  await tx.run(store.saveRulesBefore, { merchantId, isTest, before })
  if (next.blocked === current?.blocked) return
  await tx.run(store.deleteBlocks, { merchantId, isTest })
  const blocks = next.blocked.map((contact) => ({ contact, id: newOrderedId() }))
  await tx.run(store.insertBlocks, {
    blocks: blocks.map((block) => ({ merchant_id: merchantId, is_test: isTest, ...block })),
  })
}
