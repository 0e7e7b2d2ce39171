import { changeRisk } from '../../money/risk/change-risk.ts'
import type { RuleSet } from '../../money/risk/rules.ts'
import type { RiskScope } from '../../money/risk/settings.ts'
import type { App } from '../../platform/app/app.ts'

/** What refuses every order of a customer that somebody can know. */
const refuseAll: RuleSet = { max_open_exposure: '0.00', max_orders_per_day: 0 }

/** Has every order of the merchant refused in this mode, at whichever store. */
export async function forceRefusals(app: App, scope: RiskScope): Promise<void> {
  await changeRisk(app, scope, (current) => ({
    ...current,
    rules: { ...current.rules, ...refuseAll },
    storeRules: new Map([...current.storeRules].map(([id, rules]) => [id, { ...rules, ...refuseAll }])),
  }))
}
