import type { App } from '../app/app.ts'
import type { Caller } from '../merchants/caller.ts'
import type { Store } from '../merchants/merchant.ts'
import { contactsOf } from './contact.ts'
import { type RulesInForce, rulesInForce } from './rules.ts'
import * as store from './store.ts'

interface FoundRules {
  readonly rules: RulesInForce
  readonly isBlocked: boolean
}

/**
 * The rules for an order at a store of the caller's, and whether its buyer is blocked. Costs no round trip where nothing has been set for
 * the merchant.
 */
export async function findRules(
  app: App,
  { merchantId, isTest, hasRiskRules }: Caller,
  at: Store,
  buyer: { readonly phone: string; readonly email: string },
): Promise<FoundRules> {
  if (!hasRiskRules) return { rules: rulesInForce(isTest, at, []), isBlocked: false }
  const wanted = { merchantId, isTest, storeId: at.id, contacts: contactsOf(buyer, at.country) }
  const [found] = await app.db.run(store.findRules, wanted)
  const sets = [found?.merchant_rules ?? {}, found?.store_rules ?? {}]
  return { rules: rulesInForce(isTest, at, sets), isBlocked: found?.is_blocked ?? false }
}
