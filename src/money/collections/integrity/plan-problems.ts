import type { Currency } from '../../../platform/base/markets.ts'
import { formatMoney } from '../../../platform/base/money.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { returnedOf } from '../../charges/return.ts'
import { collectable, type PaymentPlan, planTotal } from '../../payments/payment-plan.ts'
import type { PaymentStatus } from '../../payments/states.ts'
import { leftOf, type Plan, planAt } from '../../plans/plan.ts'

/** The stored rows of one plan, for recomputing it. Amounts in minor units. */
export interface PlanRecord {
  readonly status: PaymentStatus
  readonly currency: string
  readonly amountMinor: bigint
  readonly authorizedAt: Instant
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly paidMinor: bigint
  readonly writtenOffMinor: bigint
  readonly plan: PaymentPlan
  /** Read-only, because a sandbox made it: nothing is collected. */
  readonly isHeld: boolean
  /** Undefined without a collection. */
  readonly collection:
    | { readonly chargeId: string | null; readonly isDefaulted: boolean; readonly isDue: boolean }
    | undefined
  readonly charges: readonly {
    readonly id: string
    readonly state: string
    readonly amountMinor: bigint
    readonly currency: string
  }[]
  readonly returns: readonly { readonly chargeId: string; readonly state: string; readonly amountMinor: bigint }[]
}

/**
 * Recomputes a plan from its payment, charges and returns. Returns a sentence for each difference. Empty: no
 * differences.
 */
export function findPlanProblems(record: PlanRecord): string[] {
  const plan = planOf(record)
  return [...checkSums(record), ...checkPlan(record, plan), ...checkCollection(record, plan)]
}

function checkSums({ charges, returns, paidMinor, currency }: PlanRecord): string[] {
  const found: string[] = []
  const money = (minor: bigint): string => formatMoney(minor, currency)
  const charged = charges.filter(({ state }) => state === 'approved')
  const paid = sum(charged) - returnedOf(returns)
  if (paid !== paidMinor) {
    found.push(`paid is ${money(paidMinor)}, by charges and returns it is ${money(paid)}`)
  }
  for (const charge of charges) {
    if (charge.currency !== currency) found.push(`charge ${charge.id} is in another currency`)
    const returned = returnedOf(returns, charge.id)
    const held = charge.state === 'approved' ? charge.amountMinor : 0n
    if (returned > held) found.push(`charge ${charge.id} held ${money(held)}, and ${money(returned)} went back`)
  }
  const unknown = returns.filter(({ chargeId }) => charges.every(({ id }) => id !== chargeId))
  if (unknown.length > 0) found.push(`${unknown.length} returns are of no charge of this payment`)
  return found
}

function checkPlan(record: PlanRecord, { installments }: Plan): string[] {
  const found: string[] = []
  const { paidMinor, writtenOffMinor, returns, currency } = record
  const money = (minor: bigint): string => formatMoney(minor, currency)
  const totalMinor = planTotal(record)
  const failed = sum(returns.filter(({ state }) => state === 'failed'))
  // A failed return is owed to the customer, and counts as paid until a person has decided.
  if (paidMinor - failed > totalMinor) {
    found.push(`paid is ${money(paidMinor)} and the plan's total ${money(totalMinor)}: too much was kept`)
  }
  if (writtenOffMinor < 0n) found.push(`${writtenOffMinor} minor units are written off`)
  const planned = sum(installments)
  if (planned !== totalMinor) found.push(`the instalments sum to ${money(planned)}, the total is ${money(totalMinor)}`)
  return found
}

function checkCollection(record: PlanRecord, { installments }: Plan): string[] {
  const { collection, charges } = record
  if (collection === undefined) return ['it is authorized, and nothing collects its instalments']
  const found: string[] = []
  const underWay = charges.filter(({ state }) => state === 'open' || state === 'challenged').map(({ id }) => id)
  const { chargeId } = collection
  if (chargeId === null ? underWay.length > 0 : underWay.join() !== chargeId) {
    found.push(`its collection waits for charge ${chargeId ?? 'none'}, under way is ${underWay.join(', ') || 'none'}`)
  }
  const isOpen = installments.some((installment) => leftOf(installment) > 0n)
  const canGoOn = record.status === 'AUTHORIZED' || collectable(record) > 0n
  if (isOpen && canGoOn && !record.isHeld && chargeId === null && !collection.isDue && !collection.isDefaulted) {
    found.push('something is owed, and nothing will ever collect it')
  }
  return found
}

function planOf(record: PlanRecord): Plan {
  const facts = {
    terms: record.plan.chosen,
    currency: record.currency as Currency,
    amountMinor: record.amountMinor,
    startsAt: record.authorizedAt,
    totalMinor: planTotal(record),
    coveredMinor: record.paidMinor + record.writtenOffMinor,
    declinedAt: [],
    isDefaulted: record.collection?.isDefaulted ?? false,
  }
  return planAt(facts, record.authorizedAt)
}

function sum(of: readonly { readonly amountMinor: bigint }[]): bigint {
  return of.reduce((total, { amountMinor }) => total + amountMinor, 0n)
}
