import { changeRisk } from '../../money/risk/change-risk.ts'
import type { RiskScope } from '../../money/risk/settings.ts'
import type { App } from '../../platform/app/app.ts'
import type { Rehearsal } from './rehearsal.ts'

/** Puts back what the merchant had set, by what its run has kept of it; nothing where it has kept nothing. Again changes nothing. */
export async function restoreRules(app: App, scope: RiskScope, own: Rehearsal['ownRules']): Promise<void> {
  if (own === null) return
  await changeRisk(app, scope, (current) => ({ ...current, rules: own.rules, storeRules: new Map(own.storeRules) }))
}
