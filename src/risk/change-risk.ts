import type { App } from '../app/app.ts'
import { newOrderedId } from '../base/ids.ts'
import type { Tx, WithChange } from '../db/db.ts'
import { forgetKeysOf } from '../merchants/keys/known-keys.ts'
import { noteRiskRules } from '../merchants/note-risk-rules.ts'
import { getRisk, type RiskScope, type RiskSettings } from './get-risk.ts'
import * as store from './store.ts'

/**
 * Replaces what has been set for a merchant in one mode by what `change` makes of it, and answers that. Changes at the same time all
 * count, one after the other. Sessions that exist keep their decision. A merchant's first change is seen within two seconds in every
 * process, later ones at once. `also`: what stands or falls with it, in its transaction.
 */
export async function changeRisk(
  app: App,
  scope: RiskScope,
  change: (current: RiskSettings) => RiskSettings,
  also?: WithChange,
): Promise<RiskSettings> {
  const { merchantId, isTest } = scope
  const changed = await app.db.transaction(async (tx) => {
    await tx.run(store.lockMerchantRules, { merchantId, isTest })
    const current = await getRisk(tx, { merchantId, isTest })
    const next = change(current)
    await saveChanges(tx, { merchantId, isTest }, current, next)
    await noteRiskRules(tx, merchantId)
    await also?.(tx)
    return next
  })
  await forgetKeysOf(app, merchantId)
  return changed
}

async function saveChanges(tx: Tx, scope: RiskScope, current: RiskSettings, next: RiskSettings): Promise<void> {
  const { merchantId } = scope
  for (const [scopeId, rules] of [[merchantId, next.rules] as const, ...next.storeRules]) {
    await tx.run(store.saveRules, { ...scope, scopeId, rules })
  }
  if (next.blocked === current.blocked) return
  await tx.run(store.deleteBlocks, scope)
  const blocks = next.blocked.map((contact) => ({ contact, id: newOrderedId() }))
  await tx.run(store.insertBlocks, {
    blocks: blocks.map((block) => ({ merchant_id: merchantId, is_test: scope.isTest, ...block })),
  })
}
