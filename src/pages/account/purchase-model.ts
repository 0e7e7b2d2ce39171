import type { Charge } from '../../money/charges/charge.ts'
import { type ReturnState, returnedOf } from '../../money/charges/return.ts'
import type { LoadedPlan } from '../../money/collections/get-plan.ts'
import { keptFee, planTotal } from '../../money/payments/payment-plan.ts'
import { type EarlyChoice, earlyAmount } from '../../money/plans/charge-amounts.ts'
import { type LocalDate, localDateOf } from '../../money/plans/local-time.ts'
import { type Installment, type InstallmentStatus, leftOf, type PlanStatus, planAt } from '../../money/plans/plan.ts'
import { mayTry, nextAttemptAt } from '../../money/plans/schedule.ts'
import type { Card, DeclineReason } from '../../platform/adapters/card-processor.ts'
import type { Currency } from '../../platform/base/markets.ts'
import type { Instant } from '../../platform/base/times.ts'
import { logoPath } from '../../platform/merchants/stores/logo.ts'

type ShownCard = Pick<Card, 'brand' | 'lastFour'>

/**
 * The result of a charge for the customer. `unclear`: the processor never answered, and the charge may still arrive.
 * `undone`: voided.
 */
export type ChargeOutcome = 'under_way' | 'paid' | 'declined' | 'unclear' | 'undone'

export interface ChargeLine {
  readonly id: string
  readonly on: LocalDate
  readonly amountMinor: bigint
  readonly returnedMinor: bigint
  readonly card: ShownCard
  readonly outcome: ChargeOutcome
  readonly reason: DeclineReason | null
}

interface ReturnLine {
  readonly on: LocalDate
  readonly amountMinor: bigint
  readonly card: ShownCard | undefined
  readonly state: ReturnState
}

export interface PayChoice {
  readonly what: EarlyChoice
  readonly amountMinor: bigint
}

/** A purchase for the customer's pages. Amounts in minor units, dates in the store's time zone. */
export interface PurchaseModel {
  readonly id: string
  readonly storeName: string
  /** The address of the store's logo; undefined: no logo. */
  readonly storeLogo: string | undefined
  readonly orderReference: string
  readonly currency: Currency
  readonly boughtOn: LocalDate
  readonly status: PlanStatus
  readonly totalMinor: bigint
  /** The customer's fee in the total. */
  readonly feeMinor: bigint
  readonly openMinor: bigint
  readonly overdueMinor: bigint
  readonly installments: readonly Installment[]
  /** The first unpaid installment. */
  readonly next: { readonly dueDate: LocalDate; readonly amountMinor: bigint } | undefined
  readonly card: ShownCard
  /** Whether this card may not be tried again. */
  readonly needsCard: boolean
  /** Whether a dispute is open: the service charges nothing. */
  readonly isDisputed: boolean
  /** Whether the shop has not captured yet: nothing can be charged. */
  readonly waitsForStore: boolean
  /** The day of the next automatic attempt. */
  readonly nextAttemptOn: LocalDate | undefined
  /** The early payments that the customer can make now, the most urgent first. Each amount appears once. */
  readonly choices: readonly PayChoice[]
  /** The latest charge. A page that was drawn for an older charge is stale. */
  readonly lastChargeId: string
  readonly underWay: Charge | undefined
  /** Newest first. */
  readonly charges: readonly ChargeLine[]
  readonly returns: readonly ReturnLine[]
}

/** Upper limit of the shown charges, and of the shown returns: the newest. */
const maxLines = 50

const choicesInOrder: readonly EarlyChoice[] = ['overdue', 'next', 'all']

/** Returns the customer's view of a plan. */
export function purchaseModelOf(plan: LoadedPlan): PurchaseModel {
  const { payment, collection, facts, charges, now } = plan
  const { currency } = payment
  const { status, installments } = planAt(facts, now)
  const open = installments.filter((installment) => leftOf(installment) > 0n)
  const [next] = open
  const nextAt = nextAttemptAt(facts, now)
  const dateOf = (at: Instant): LocalDate => localDateOf(at, currency)
  return {
    id: payment.id,
    storeName: plan.storeName,
    storeLogo: logoPath(payment, plan.storeLogo),
    orderReference: payment.orderReference,
    currency,
    boughtOn: dateOf(collection.startsAt),
    status,
    totalMinor: planTotal(payment),
    feeMinor: keptFee(payment),
    openMinor: sumOf(open),
    overdueMinor: sumOf(open.filter((installment) => installment.status === 'overdue')),
    installments,
    next: next && { dueDate: next.dueDate, amountMinor: leftOf(next) },
    card: collection.card,
    needsCard: !mayTry(facts.card, now),
    isDisputed: facts.isDisputed,
    waitsForStore: open.length > 0 && facts.collectableMinor <= 0n,
    nextAttemptOn: nextAt === null ? undefined : dateOf(nextAt),
    choices: choicesOf(plan),
    lastChargeId: charges.at(-1)?.id ?? '',
    underWay: charges.find(({ id }) => id === collection.chargeId),
    charges: chargeLinesOf(plan, dateOf),
    returns: [...plan.returns]
      .reverse()
      .slice(0, maxLines)
      .map(({ amountMinor, state, createdAt, chargeId }) => {
        return { amountMinor, state, on: dateOf(createdAt), card: charges.find(({ id }) => id === chargeId)?.card }
      }),
  }
}

function choicesOf({ facts, now }: LoadedPlan): readonly PayChoice[] {
  const choices: PayChoice[] = []
  for (const what of choicesInOrder) {
    const amountMinor = earlyAmount(facts, what, now)
    if (amountMinor > 0n && !choices.some((other) => other.amountMinor === amountMinor))
      choices.push({ what, amountMinor })
  }
  return choices
}

function chargeLinesOf(
  { charges, returns }: Pick<LoadedPlan, 'charges' | 'returns'>,
  dateOf: (at: Instant) => LocalDate,
): readonly ChargeLine[] {
  // Hide charges that were declined at checkout: another card paid.
  const shown = charges.filter((charge) => charge.kind !== 'first' || outcomeOf(charge) === 'paid')
  return [...shown]
    .reverse()
    .slice(0, maxLines)
    .map((charge): ChargeLine => {
      const { id, amountMinor, card, declineReason, settledAt, createdAt } = charge
      const outcome = outcomeOf(charge)
      return {
        id,
        on: dateOf(settledAt ?? createdAt),
        amountMinor,
        returnedMinor: returnedOf(returns, id),
        card,
        outcome,
        reason: declineReason,
      }
    })
}

function outcomeOf({ state }: Pick<Charge, 'state'>): ChargeOutcome {
  switch (state) {
    case 'open':
    case 'challenged':
      return 'under_way'
    case 'approved':
      return 'paid'
    case 'declined':
      return 'declined'
    case 'written_off':
      return 'unclear'
    case 'to_void':
    case 'voided':
      return 'undone'
  }
}

function sumOf(installments: readonly Installment[]): bigint {
  return installments.reduce((sum, installment) => sum + leftOf(installment), 0n)
}

/** Returns the ring's arcs: one filled per paid installment (all if the plan is completed), and the overdue ones. */
export function arcsOf({ status: planStatus, installments }: Pick<PurchaseModel, 'status' | 'installments'>) {
  const count = (status: InstallmentStatus): number => installments.filter((one) => one.status === status).length
  const of = installments.length
  if (planStatus === 'completed') return { of, filled: of, late: 0 }
  return { of, filled: count('paid'), late: count('overdue') }
}
