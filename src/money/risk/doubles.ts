import type { App } from '../../platform/app/app.ts'
import { forgetKeysOf } from '../../platform/merchants/keys/known-keys.ts'
import { noteRiskRules } from '../../platform/merchants/merchants.ts'
import type { DecisionDouble, DoubleRecord } from './decision-double.ts'
import type { RiskScope } from './settings.ts'
import * as store from './store.ts'

/** Returns the double of a merchant in one mode; undefined without one. */
export async function findDouble(app: App, { merchantId, isTest }: RiskScope): Promise<DecisionDouble | undefined> {
  const [found] = await app.db.run(store.findDouble, { merchantId, isTest })
  return found
}

/**
 * Sets the double of a merchant in one mode. Other processes ask a merchant's first double within two seconds, later
 * ones at once.
 */
export async function changeDouble(app: App, { merchantId, isTest }: RiskScope, double: DoubleRecord): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.run(store.saveDouble, { merchantId, isTest, double })
    // Only merchants with risk settings look for a double.
    await noteRiskRules(tx, merchantId)
  })
  await forgetKeysOf(app, merchantId)
}

/** Counts that the double is asked, and returns it; undefined if it was removed meanwhile. */
export async function askDouble(app: App, { merchantId, isTest }: RiskScope): Promise<DoubleRecord | undefined> {
  const [found] = await app.db.run(store.askDouble, { merchantId, isTest })
  return found?.double
}

export async function removeDouble(app: App, { merchantId, isTest }: RiskScope): Promise<void> {
  await app.db.run(store.deleteDouble, { merchantId, isTest })
}
