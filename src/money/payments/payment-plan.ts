import type { Currency } from '../../platform/base/markets.ts'
import {
  offersFrom,
  offersRecordOf,
  type PlanOffers,
  type PlanOffersRecord,
  type PlanTerms,
  planName,
  standardOffers,
  standardTerms,
} from '../../platform/merchants/stores/plan-terms.ts'
import { termsFor } from '../plans/offers.ts'
import { keptFeeOf } from '../plans/service-fee.ts'
import type { PaymentStatus } from './states.ts'

/** The terms that the store offered for a payment, and those that hold: the customer's choice, or the first. */
export interface PaymentPlan extends PlanOffers {
  readonly chosen: PlanTerms
}

/** The plan of a payment of a store without terms of its own. */
export const standardPlan: PaymentPlan = { ...standardOffers, chosen: standardTerms }

/**
 * Returns the plan of a new payment of this amount: what the store offers for it, with the first choice. `allowed`: the
 * names of the terms that may be offered; null: all.
 */
export function planFor(
  offers: PlanOffers,
  amountMinor: bigint,
  allowed: readonly string[] | null = null,
): PaymentPlan {
  const offered = offers.terms.length === 0 ? [] : termsFor(offers, amountMinor)
  const terms = allowed === null ? offered : offered.filter((one) => allowed.includes(planName(one)))
  return firstChoiceOf({ ...offers, terms })
}

function firstChoiceOf(offers: PlanOffers): PaymentPlan {
  const [first] = offers.terms
  return first === undefined ? standardPlan : { ...offers, chosen: first }
}

/** Returns the terms that the customer may choose, the first choice first. */
export function offeredBy({ terms }: PaymentPlan): readonly PlanTerms[] {
  return terms.length === 0 ? [standardTerms] : terms
}

/** Returns the plan with the terms of this name chosen; undefined if they are not offered. */
export function choosePlan(plan: PaymentPlan, name: string): PaymentPlan | undefined {
  const chosen = offeredBy(plan).find((terms) => planName(terms) === name)
  return chosen && { ...plan, chosen }
}

/** Returns the payment with the terms of this name chosen. Null, or a name that is not offered, changes nothing. */
export function withPlan<Planned extends { readonly plan: PaymentPlan }>(
  payment: Planned,
  name: string | null,
): Planned {
  const plan = name === null ? undefined : choosePlan(payment.plan, name)
  return plan === undefined ? payment : { ...payment, plan }
}

/** Whether the payment has terms of the store's own. */
export function hasOwnTerms({ plan }: { readonly plan: PaymentPlan }): boolean {
  return plan.terms.length > 0
}

/** The facts of a payment that decide its total and its fee. */
interface PlannedMoney {
  readonly status: PaymentStatus
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly plan: PaymentPlan
}

/** Returns the customer's fee that the plan's total contains, in minor units. */
export function keptFee({ plan, ...payment }: PlannedMoney): bigint {
  return keptFeeOf({ ...payment, terms: plan.chosen, feeRefund: plan.feeRefund })
}

/** Returns the customer's fee that the ledger has: the kept one, from the first capture. */
export function postedFee(payment: PlannedMoney): bigint {
  return payment.capturedMinor > 0n ? keptFee(payment) : 0n
}

/**
 * Returns the plan's total: the amount that the customer pays in the end, with the fee, in minor units
 * (docs/contract/money.md#the-plan). It only becomes smaller.
 */
export function planTotal(payment: PlannedMoney): bigint {
  const { status, amountMinor, capturedMinor, refundedMinor } = payment
  return (status === 'CLOSED' ? capturedMinor - refundedMinor : amountMinor) + keptFee(payment)
}

/** Returns the amount that may be charged now, in minor units. Negative if too much is paid. */
export function collectable(
  payment: PlannedMoney & { readonly paidMinor: bigint; readonly writtenOffMinor: bigint },
): bigint {
  const { capturedMinor, refundedMinor, paidMinor, writtenOffMinor } = payment
  return capturedMinor - refundedMinor + postedFee(payment) - paidMinor - writtenOffMinor
}

/** A payment's plan as it is stored, in JSON. A null in place of a record means the standard terms. */
export interface PaymentPlanRecord extends PlanOffersRecord {
  /** The name of the terms that hold. */
  readonly chosen: string
  /** The kept fee in minor units, for statements that compute with it. */
  readonly fee_minor: string
}

/** Returns a stored plan that a person may have changed: the standard plan and the problem if it cannot be read. */
export function readablePlan(
  record: PaymentPlanRecord | null,
  currency: string,
): { readonly plan: PaymentPlan; readonly problem?: string } {
  try {
    return { plan: planFrom(record, currency as Currency) }
  } catch (error) {
    return { plan: standardPlan, problem: error instanceof Error ? error.message : String(error) }
  }
}

export function planRecordOf(payment: PlannedMoney & { readonly currency: Currency }): PaymentPlanRecord | null {
  const { plan, currency } = payment
  const offers = plan.terms.length === 0 ? null : offersRecordOf(plan, currency)
  return offers && { ...offers, chosen: planName(plan.chosen), fee_minor: String(keptFee(payment)) }
}

/** Returns a stored plan. Throws for a record that this service has not written. */
export function planFrom(record: PaymentPlanRecord | null, currency: Currency): PaymentPlan {
  if (record === null) return standardPlan
  const plan = choosePlan(firstChoiceOf(offersFrom(record, currency)), record.chosen)
  if (plan === undefined) throw new Error(`a stored plan has no terms ${record.chosen}`)
  return plan
}
