import { changeRisk } from '../../money/risk/change-risk.ts'
import type { RuleSet } from '../../money/risk/rules.ts'
import { getRisk } from '../../money/risk/saved-settings.ts'
import type { RiskScope } from '../../money/risk/settings.ts'
import type { App } from '../../platform/app/app.ts'
import type { Rehearsal } from './rehearsal.ts'

// A scenario that needs a refused order changes the merchant's risk rules, and puts them back at its end.

/** Returns the merchant's own risk rules of this mode, in the form in which a run stores them. */
export async function readOwnRules(app: App, scope: RiskScope): Promise<Rehearsal['ownRules']> {
  const { rules, storeRules } = await getRisk(app.db, scope)
  return { rules, storeRules: [...storeRules] }
}

/** Has every process check this merchant's risk rules within two seconds. The rules themselves stay the same. */
export async function watchRules(app: App, scope: RiskScope): Promise<void> {
  await changeRisk(app, scope, (current) => current)
}

/** Refuses every order of a customer with a contact. */
const refuseAll: RuleSet = { max_open_exposure: '0.00', max_orders_per_day: 0 }

/** Sets risk rules that refuse every order of the merchant in this mode, at every store. */
export async function forceRefusals(app: App, scope: RiskScope): Promise<void> {
  await changeRisk(app, scope, (current) => ({
    ...current,
    rules: { ...current.rules, ...refuseAll },
    storeRules: new Map([...current.storeRules].map(([id, rules]) => [id, { ...rules, ...refuseAll }])),
  }))
}

/**
 * Restores the merchant's own risk rules from what its run has stored. Does nothing if `own` is null. Safe to
 * repeat.
 */
export async function restoreRules(app: App, scope: RiskScope, own: Rehearsal['ownRules']): Promise<void> {
  if (own === null) return
  await changeRisk(app, scope, (current) => ({ ...current, rules: own.rules, storeRules: new Map(own.storeRules) }))
}
