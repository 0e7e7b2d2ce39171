import type { App } from '../../../platform/app/app.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Actor, MerchantMode } from '../../../platform/merchants/caller.ts'
import { refusals } from '../../payments/refusals.ts'
import { type Decision, decisionAgain } from '../../risk/judge.ts'
import {
  decisionFrom,
  findDecision,
  listDecisions as list,
  listWrongDecisions,
  updateDecision,
} from '../store/sessions.ts'

/**
 * Returns the last decision about a payment, and its rules. Old sessions have only the outcome. Refuses with 404 a
 * payment of another merchant or mode.
 */
export async function getDecision(app: App, actor: Actor, paymentId: PaymentId): Promise<Decision> {
  const found = await findStoredDecision(app.db, actor, paymentId)
  if (found === undefined) throw refusals.noSuchPayment()
  return found
}

/** Returns the last decision about a payment; undefined without a session in this mode. */
export async function findStoredDecision(
  on: Queryable,
  { merchantId, isTest }: MerchantMode,
  paymentId: PaymentId,
): Promise<Decision | undefined> {
  const [found] = await on.run(findDecision, { merchantId, paymentId, isTest })
  return found && decisionFrom(found)
}

/** Stores a decision that was made again, as the customer paid. Does nothing for a payment without a session. */
export async function storeDecisionAgain(
  tx: Tx,
  mode: MerchantMode,
  paymentId: PaymentId,
  again: Decision,
  at: string,
): Promise<void> {
  const first = await findStoredDecision(tx, mode, paymentId)
  if (first === undefined) return
  const { merchantId, isTest } = mode
  const decision = decisionAgain(first, again, at)
  await tx.run(updateDecision, { merchantId, isTest, paymentId, decision, reason: decision.reason })
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
