import type { App } from '../../../platform/app/app.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'
import { parsePhone } from '../../../platform/base/phone.ts'
import { type Actor, type MerchantMode, nowFor } from '../../../platform/merchants/caller.ts'
import { findCustomerFacts } from '../../collections/customers.ts'
import { refusals } from '../../payments/refusals.ts'
import { localDateOf } from '../../plans/local-time.ts'
import { findRules } from '../../risk/find-rules.ts'
import { type Decision, judge, needsFacts, withPort } from '../../risk/judge.ts'
import { decisionFrom, findDecision, listDecisions as list, listWrongDecisions } from '../store/sessions.ts'
import { askPort } from './ask-port.ts'
import type { NewOrder } from './port-question.ts'

/**
 * Decides whether an order may be paid in instalments: by the rules in force, and if they let it pass by the decision
 * port (docs/contract/checkout.md#pre-scoring). Reads the customer's facts only if a rule or the port needs them.
 */
export async function decideOrder(app: App, order: NewOrder): Promise<Decision> {
  const { caller, store, request } = order
  const { amountMinor, currency } = request
  const { buyer } = request.order
  const { rules, isBlocked, hasDouble } = await findRules(app, caller, store, buyer)
  const now = nowFor(app, caller)
  const findFacts = (phone: string) => findCustomerFacts(app, caller, { phone, currency, now })
  const phone = needsFacts(rules) ? parsePhone(buyer.phone, store.country) : undefined
  const facts = phone === undefined ? undefined : await findFacts(phone)
  const { phone: given, dob } = buyer
  const applicant = { amountMinor, currency, phone: given, dob, today: localDateOf(now, currency) }
  const judged = judge(rules, { ...applicant, isTest: caller.isTest, isBlocked }, facts)
  if (judged.outcome === 'rejected') return judged
  const port = await askPort(app, order, hasDouble, async () => {
    const known = parsePhone(given, store.country) ?? ''
    return { phone: known, facts: facts ?? (await findFacts(known)) }
  })
  return port === undefined ? judged : withPort(judged, port)
}

/**
 * Returns the decision about a payment before its page opened, and its rules. Old sessions have only the outcome.
 * Refuses with 404 a payment of another merchant or mode.
 */
export async function getDecision(app: App, { merchantId, isTest }: Actor, paymentId: PaymentId): Promise<Decision> {
  const [found] = await app.db.run(findDecision, { merchantId, paymentId, isTest })
  if (found === undefined) throw refusals.noSuchPayment()
  return decisionFrom(found)
}

/**
 * Returns the decisions about payments of a merchant in one mode, by payment. Payments without a checkout are missing.
 */
export async function listDecisions(
  app: App,
  { merchantId, isTest }: MerchantMode,
  paymentIds: readonly PaymentId[],
): Promise<ReadonlyMap<PaymentId, Decision>> {
  const rows = await app.db.run(list, { merchantId, isTest, paymentIds })
  return new Map(rows.map((row) => [row.payment_id, decisionFrom(row)]))
}

/**
 * Compares decisions about orders with their sessions. Returns a sentence for each difference, at most `limit`. Empty:
 * no differences.
 */
export async function checkDecisions(app: App, limit: number): Promise<string[]> {
  const rows = await app.db.run(listWrongDecisions, { limit })
  return rows.map(({ id, payment_id, outcome, reason, rejection_reason, has_spoken }) => {
    const decided = `${outcome} (${reason ?? 'no reason'}${has_spoken ? ', a rule or the port spoke' : ''})`
    return `session ${id} of payment ${payment_id}: decided was ${decided}, it says ${rejection_reason ?? 'not rejected'}`
  })
}
