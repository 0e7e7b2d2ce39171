import type { App } from '../../platform/app/app.ts'
import type { Orderer } from '../../platform/merchants/caller.ts'
import type { Store } from '../../platform/merchants/merchant.ts'
import { blockedForms, contactsOf } from './contact.ts'
import { type RulesInForce, rulesInForce } from './rules.ts'
import { hasServiceBlock } from './service-blocks.ts'
import * as store from './store.ts'

/** The rules for an order, and what is known of its buyer. */
export interface OrderRules {
  readonly rules: RulesInForce
  readonly isBlocked: boolean
  /** Whether a sandbox answers in place of the operator's scoring service. */
  readonly hasDouble: boolean
}

/**
 * Returns the rules for an order at a store of the caller, and whether the buyer is blocked by the merchant or the
 * service. Without settings of the merchant it needs no round trip, except for reading the service's blocks every two
 * seconds.
 */
export async function findRules(
  app: App,
  { merchantId, isTest, hasRiskRules }: Orderer,
  at: Store,
  buyer: { readonly phone: string; readonly email: string },
): Promise<OrderRules> {
  const contacts = contactsOf(buyer, at.country)
  const isBlockedByService = await hasServiceBlock(app, isTest, contacts)
  if (!hasRiskRules) return { rules: rulesInForce(isTest, at, []), isBlocked: isBlockedByService, hasDouble: false }
  const params = { merchantId, isTest, storeId: at.id, contacts: blockedForms(app, contacts) }
  const [found] = await app.db.run(store.findRules, params)
  const sets = [found?.merchant_rules ?? {}, found?.store_rules ?? {}]
  return {
    rules: rulesInForce(isTest, at, sets),
    isBlocked: isBlockedByService || (found?.is_blocked ?? false),
    hasDouble: found?.has_double === true && app.config.mode === 'sandbox',
  }
}
