import { formatAmount } from '../../platform/base/money.ts'
import { formatSeconds } from '../../platform/base/times.ts'
import { termsRecordOf } from '../../platform/merchants/stores/plan-terms.ts'
import type { Charge } from '../charges/charge.ts'
import { returnedOf } from '../charges/return.ts'
import type { ChargeState } from '../charges/states.ts'
import { hasOwnTerms, keptFee, planTotal } from '../payments/payment-plan.ts'
import { planAt } from '../plans/plan.ts'
import { nextAttemptAt } from '../plans/schedule.ts'
import type { Plan, PlanAnswer, ShownChargeState } from './answers.ts'
import type { LoadedPlan } from './get-plan.ts'

// A written-off charge, and one that arrived too late, do not pay.
const shownStates: Readonly<Record<ChargeState, ShownChargeState>> = {
  open: 'open',
  challenged: 'challenged',
  approved: 'charged',
  declined: 'declined',
  written_off: 'declined',
  to_void: 'voided',
  voided: 'voided',
}

/** Returns a plan as the sandbox answers it (docs/contract/money.md#sandbox-money). */
export function planWire(loaded: LoadedPlan): PlanAnswer {
  const { payment, facts, collection, charges, returns, now } = loaded
  const { currency } = payment
  const { status, installments } = planAt(facts, now)
  const amount = (minor: bigint): string => formatAmount(minor, currency)
  const totalMinor = planTotal(payment)
  const isOwn = hasOwnTerms(payment)
  const nextAt = nextAttemptAt(facts, now)
  const plan: Plan = {
    payment_id: payment.id,
    status,
    currency,
    total: amount(totalMinor),
    paid: amount(payment.paidMinor),
    owed: amount(totalMinor - payment.paidMinor),
    returned: amount(returnedOf(returns)),
    card: { brand: collection.card.brand, last_four: collection.card.lastFour },
    ...(isOwn && {
      terms: termsRecordOf(payment.plan.chosen, currency),
      service_fee: amount(keptFee(payment)),
    }),
    installments: installments.map((installment) => ({
      number: installment.number,
      due_date: installment.dueDate,
      amount: amount(installment.amountMinor),
      paid: amount(installment.paidMinor),
      ...(isOwn && { service_fee: amount(installment.feeMinor) }),
      status: installment.status,
    })),
    charges: charges.map((charge) => chargeWire(charge, loaded)),
    returns: returns.map(({ id, chargeId, amountMinor, state, createdAt }) => {
      return { id, charge_id: chargeId, amount: amount(amountMinor), status: state, at: formatSeconds(createdAt) }
    }),
    next_attempt_at: nextAt === null ? null : formatSeconds(nextAt),
  }
  return { plan }
}

function chargeWire(charge: Charge, { returns, payment }: LoadedPlan): Plan['charges'][number] {
  const { id, amountMinor, state, declineReason, kind, createdAt } = charge
  const status = shownStates[state]
  return {
    id,
    amount: formatAmount(amountMinor, payment.currency),
    returned: formatAmount(returnedOf(returns, id), payment.currency),
    status,
    decline_reason: status === 'declined' ? declineReason : null,
    kind,
    at: formatSeconds(createdAt),
  }
}
