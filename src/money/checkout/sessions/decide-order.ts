import type { App } from '../../../platform/app/app.ts'
import { parsePhone } from '../../../platform/base/phone.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { findCustomerFacts } from '../../collections/customers.ts'
import { localDateOf } from '../../plans/local-time.ts'
import { findRules, type OrderRules } from '../../risk/find-rules.ts'
import { type Applicant, type Decision, judge, needsFacts, withPort } from '../../risk/judge.ts'
import { askPort } from './ask-port.ts'
import type { ScoredOrder } from './port-question.ts'

/**
 * Decides whether an order may be paid in instalments: by the rules in force, and if they let it pass by the decision
 * port (docs/contract/checkout.md#pre-scoring).
 */
export async function decideOrder(app: App, order: ScoredOrder): Promise<Decision> {
  const { buyer } = order.request.order
  return decideAbout(app, order, buyer.phone, await findRules(app, order.caller, order.store, buyer), judge)
}

/**
 * Decides about the order of the customer with this phone by rules that were found for them, and then by the decision
 * port. `judgeBy`: the rules that count. Reads the customer's facts only if a rule or the port needs them.
 */
export async function decideAbout(
  app: App,
  order: ScoredOrder,
  phone: string,
  { rules, isBlocked, hasDouble }: OrderRules,
  judgeBy: typeof judge,
): Promise<Decision> {
  const { caller, store, request } = order
  const known = parsePhone(phone, store.country) ?? ''
  const customer = { phone: known, currency: request.currency, now: nowFor(app, caller) }
  const facts = needsFacts(rules) && known !== '' ? await findCustomerFacts(app, caller, customer) : undefined
  const judged = judgeBy(rules, applicantOf(app, order, phone, isBlocked), facts)
  if (judged.outcome === 'rejected') return judged
  const port = await askPort(app, order, hasDouble, async () => {
    return { phone: known, facts: facts ?? (await findCustomerFacts(app, caller, customer)) }
  })
  return port === undefined ? judged : withPort(judged, port)
}

/** Returns what the rules need to know of the order and of the customer with this phone. */
export function applicantOf(
  app: App,
  { caller, request: { order, currency }, owedMinor }: ScoredOrder,
  phone: string,
  isBlocked: boolean,
): Applicant {
  const today = localDateOf(nowFor(app, caller), currency)
  return { amountMinor: owedMinor, currency, phone, isTest: caller.isTest, dob: order.buyer.dob, today, isBlocked }
}
