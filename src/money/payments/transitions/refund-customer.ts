import { least } from '../../../platform/base/money.ts'
import { customerRefundEntries, type Entry, writtenOffEntries } from '../../ledger/entries.ts'
import type { Payment } from '../payment.ts'
import { planTotal } from '../payment-plan.ts'

/**
 * Computes the amount to return to the cards: by how much a change raises the paid amount above the plan's total.
 * Rounds up to whole steps of the card (docs/contract/money.md#the-plan). An excess in `before` is a failed return: a
 * person decides about it, and it is not sent again. Reverses written-off amounts first. Writes off the rounding,
 * because it is smaller than a step.
 */
export function refundCustomer(
  before: Payment,
  changed: Payment,
  cardStepMinor: bigint,
): { readonly after: Payment; readonly entries: readonly Entry[]; readonly returnedMinor: bigint } {
  const excess = excessOf(changed) - excessOf(before)
  const returnedMinor = least(changed.paidMinor, inSteps(excess, cardStepMinor))
  const paidMinor = changed.paidMinor - returnedMinor
  const room = planTotal(changed) - least(paidMinor, planTotal(changed))
  const writtenOffMinor = returnedMinor > 0n ? room : least(changed.writtenOffMinor, room)
  return {
    after: { ...changed, paidMinor, writtenOffMinor },
    entries: [
      ...writtenOffEntries(writtenOffMinor - changed.writtenOffMinor),
      ...(returnedMinor > 0n ? customerRefundEntries(returnedMinor) : []),
    ],
    returnedMinor,
  }
}

/** Returns the paid amount above the plan's total. */
function excessOf(payment: Payment): bigint {
  return payment.paidMinor - least(payment.paidMinor, planTotal(payment))
}

function inSteps(amountMinor: bigint, stepMinor: bigint): bigint {
  return ((amountMinor + stepMinor - 1n) / stepMinor) * stepMinor
}
