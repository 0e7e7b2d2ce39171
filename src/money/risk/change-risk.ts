import type { App } from '../../platform/app/app.ts'
import type { WithChange } from '../../platform/db/db.ts'
import { isSandboxWrite } from '../../platform/db/is-sandbox-write.ts'
import { forgetKeysOf } from '../../platform/merchants/keys/known-keys.ts'
import { noteRiskRules } from '../../platform/merchants/merchants.ts'
import { getRisk, saveSettings } from './saved-settings.ts'
import { type RiskScope, type RiskSettings, recordBefore } from './settings.ts'
import * as store from './store.ts'

/**
 * Replaces the settings of a merchant in one mode by the result of `change`, and returns them. Simultaneous changes run
 * one after the other. An open session is judged again as it is paid. Other processes apply a merchant's first change within
 * two seconds, later ones at once. `inSameTransaction`: extra writes.
 */
export async function changeRisk(
  app: App,
  scope: RiskScope,
  change: (current: RiskSettings) => RiskSettings,
  inSameTransaction?: WithChange,
): Promise<RiskSettings> {
  const { merchantId, isTest } = scope
  const changed = await app.db.transaction(async (tx) => {
    await tx.run(store.lockMerchantRules, { merchantId, isTest })
    const current = await getRisk(tx, { merchantId, isTest })
    const next = change(current)
    const [marks] = await tx.run(store.findRulesMarks, { merchantId, isTest })
    if (marks === undefined) throw new Error('the row of the merchant is locked')
    const before = recordBefore(current, marks, await isSandboxWrite(tx), change)
    await saveSettings(tx, { merchantId, isTest }, next, before, current)
    await noteRiskRules(tx, merchantId)
    await inSameTransaction?.(tx)
    return next
  })
  await forgetKeysOf(app, merchantId)
  return changed
}
