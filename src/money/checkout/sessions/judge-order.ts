import type { App } from '../../../platform/app/app.ts'
import { parsePhone } from '../../../platform/base/phone.ts'
import { nowFor, type Orderer } from '../../../platform/merchants/caller.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { findCustomerFacts } from '../../collections/find-customer-facts.ts'
import { findRules } from '../../risk/find-rules.ts'
import { type Decision, judge, needsFacts } from '../../risk/judge.ts'
import type { CheckoutRequest } from './read-checkout.ts'

/**
 * Decides by the rules in force whether an order may be paid in instalments (docs/contract/checkout.md#pre-scoring). What is known of
 * the customer is asked for only where a rule looks at it.
 */
export async function judgeOrder(
  app: App,
  caller: Orderer,
  store: Store,
  { amountMinor, currency, order: { buyer } }: CheckoutRequest,
): Promise<Decision> {
  const { rules, isBlocked } = await findRules(app, caller, store, buyer)
  const phone = needsFacts(rules) ? parsePhone(buyer.phone, store.country) : undefined
  const customer = { currency, now: nowFor(app, caller) }
  const facts = phone === undefined ? undefined : await findCustomerFacts(app, caller, { phone, ...customer })
  return judge(rules, { amountMinor, currency, phone: buyer.phone, isTest: caller.isTest, isBlocked }, facts)
}
